import { can } from '#core/contract/access'
import { defineWebPlugin, fillSlot } from '#core/contract/web'
import { administrationTabSlot } from '#plugins/administration/contract/index'
import { resultsSlot } from '#plugins/learning/contract/index'
import { participantTabSlot } from '#plugins/people/contract/index'
import { dashboardWidgetSlot } from '#plugins/reports/contract/index'

const access = can('external_courses.courses.manage')

export default defineWebPlugin({
  id: 'external_courses',
  pages: {
    'external_courses.courses': () => import('./pages/CoursesPage.js'),
    'external_courses.review': () => import('./pages/ReviewPage.js'),
    'external_courses.course': () => import('./pages/CoursePage.js'),
  },
  fills: [
    fillSlot(participantTabSlot, {
      key: 'courses',
      order: 20,
      label: 'external_courses.person.title',
      access,
      load: () => import('./components/PersonCourses.js'),
    }),
    fillSlot(administrationTabSlot, {
      key: 'courses',
      order: 50,
      label: 'external_courses.tab',
      access,
      count: () => import('./count.js').then(({ countCourses }) => countCourses()),
      load: () => import('./pages/CoursesPage.js'),
    }),
    fillSlot(resultsSlot, {
      key: 'own',
      order: 10,
      access: can('external_courses.own.view'),
      load: () => import('./components/OwnCourses.js'),
    }),
    fillSlot(dashboardWidgetSlot, {
      ...{ key: 'expiring', order: 20, label: 'external_courses.expiring.title', access, width: 'half', height: 240 },
      load: () => import('./components/ExpiringCourses.js'),
    }),
  ],
  commands: [{ label: 'external_courses.command.create', icon: 'add', to: '/extern/trainingen?nieuw=1', access }],
})
