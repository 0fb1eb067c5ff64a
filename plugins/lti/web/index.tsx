import { defineWebPlugin } from '#core/contract/web'
import { loadMessages } from '#web/i18n'

export default defineWebPlugin({
  id: 'lti',
  pages: {
    'lti.platforms': () => import('./pages/PlatformsPage.js'),
    'lti.launches': () => import('./pages/LaunchesPage.js'),
    'lti.grades': () => import('./pages/GradesPage.js'),
    // It shows the states of courses, in the words of who has them.
    'lti.results': () => Promise.all([import('./pages/ResultsPage.js'), loadMessages('learning')]).then(([page]) => page),
    'lti.pick': () => import('./pages/PickPage.js'),
    'lti.problem': () => import('./pages/ProblemPage.js'),
    'lti.link': () => import('./pages/LinkPage.js'),
  },
})
