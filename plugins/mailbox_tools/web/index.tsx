import { defineWebPlugin } from '#core/contract/web'

export default defineWebPlugin({
  id: 'mailbox_tools',
  pages: { 'mailbox_tools.convert': () => import('./pages/MailboxPage.js') },
})
