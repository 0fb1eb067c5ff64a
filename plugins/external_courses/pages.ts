import { can } from '#core/contract/access'
import { definePages } from '#core/contract/pages'

const access = can('external_courses.courses.manage')

export const pages = definePages([
  {
    name: 'external_courses.courses',
    path: '/extern/trainingen',
    // The specification's path of one course, without the id that its page needs: choose one here.
    alsoAt: ['/extern/trainingen/training'],
    access,
    title: 'external_courses.courses.title',
    help: { topic: 'people', article: 'external-courses' },
    lead: { text: 'external_courses.courses.text' },
    width: 'wide',
  },
  {
    name: 'external_courses.review',
    path: '/extern/trainingen/beoordelen',
    access,
    title: 'external_courses.review.title',
    help: { topic: 'people', article: 'external-courses' },
    lead: { text: 'external_courses.review.text' },
    width: 'wide',
  },
  {
    name: 'external_courses.course',
    path: '/extern/trainingen/training/:course',
    access,
    title: 'external_courses.course.title',
  },
])
