import { defineWebPlugin, fillSlot } from '#core/contract/web'
import { lessonFeedbackSlot } from '#plugins/learning/contract/index'

export default defineWebPlugin({
  id: 'evaluations',
  pages: {
    'evaluations.list': () => import('./pages/ListPage.js'),
    'evaluations.view': () => import('./pages/ViewPage.js'),
    'evaluations.own': () => import('./pages/OwnPage.js'),
    'evaluations.later': () => import('./pages/LaterPage.js'),
    'evaluations.shared': () => import('./pages/SharedPage.js'),
  },
  fills: [fillSlot(lessonFeedbackSlot, { key: 'unclear', order: 10, load: () => import('./components/UnclearDialog.js') })],
})
