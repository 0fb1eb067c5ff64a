import { defineWebPlugin } from '#core/contract/web'

export default defineWebPlugin({
  id: 'lti',
  pages: {
    'lti.platforms': () => import('./pages/PlatformsPage.js'),
    'lti.launches': () => import('./pages/LaunchesPage.js'),
    'lti.grades': () => import('./pages/GradesPage.js'),
    'lti.results': () => import('./pages/ResultsPage.js'),
    'lti.pick': () => import('./pages/PickPage.js'),
    'lti.problem': () => import('./pages/ProblemPage.js'),
    'lti.link': () => import('./pages/LinkPage.js'),
    'lti.unlink': () => import('./pages/UnlinkPage.js'),
    'lti.arrive': () => import('./pages/ArrivePage.js'),
    'lti.arrive_home': () => import('./pages/ArrivePage.js'),
    'lti.sources': () => import('./pages/SourcesPage.js'),
  },
})
