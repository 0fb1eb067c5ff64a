import { defineWebPlugin } from '#core/contract/web'

export default defineWebPlugin({
  id: 'mails',
  pages: { 'mails.outbox': () => import('./pages/MailsPage.js'), 'mails.text': () => import('./pages/TextPage.js') },
})
