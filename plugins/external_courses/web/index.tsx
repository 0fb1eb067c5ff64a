import { can } from '#core/contract/access'
import { defineWebPlugin, fillSlot } from '#core/contract/web'
import { resultsSlot } from '#plugins/learning/contract/index'
import { participantTabSlot } from '#plugins/people/contract/index'
import { dashboardWidgetSlot } from '#plugins/reports/contract/index'

const access = can('external_courses.courses.manage')

export default defineWebPlugin({
  id: 'external_courses',
  pages: {
    'external_courses.courses': () => import('./pages/CoursesPage.js'),
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
    fillSlot(resultsSlot, {
      key: 'own',
      order: 10,
      access: can('external_courses.own.view'),
      load: () => import('./components/OwnCourses.js'),
    }),
    fillSlot(dashboardWidgetSlot, { key: 'expiring', order: 20, access, load: () => import('./components/ExpiringCourses.js') }),
  ],
})
