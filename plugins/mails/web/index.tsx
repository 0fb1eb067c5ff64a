import { defineWebPlugin } from '#core/contract/web'

export default defineWebPlugin({
  id: 'mails',
  pages: { 'mails.outbox': () => import('./pages/OutboxPage.js') },
})
