import { defineWebPlugin } from '#core/contract/web'

export default defineWebPlugin({
  id: 'people',
  pages: { 'people.participants': () => import('./pages/ParticipantsPage.js') },
})
