import { can } from '#core/contract/access'
import { type NavItem, definePages } from '#core/contract/pages'

const take = can('learning.courses.take')
const edit = can('learning.courses.edit')
const view = can('learning.progress.view')

/** Paths of specification, section 2, with the ids they need as query-free segments. */
export const pages = definePages([
  {
    name: 'learning.trainings',
    path: '/deelnemer/trainingen',
    // The specification's paths without the ids that their pages need: here one chooses what to open.
    alsoAt: [
      '/deelnemer/training',
      '/deelnemer/training/evaluatie',
      '/deelnemer/training/activiteit',
      '/deelnemer/training/richtext',
      '/deelnemer/training/quiz',
      '/deelnemer/training/quiz/resultaten',
      '/deelnemer/training/quiz/feedback',
    ],
    access: take,
    title: 'learning.trainings.title',
    landing: { roles: ['leerling'], order: 10 },
    ahead: ['/api/learning/participations'],
    logView: true,
  },
  {
    name: 'learning.results',
    path: '/deelnemer/resultaten',
    access: take,
    title: 'learning.results.title',
    lead: { text: 'learning.results.text' },
    logView: true,
  },
  { name: 'learning.course', path: '/deelnemer/training/:participation', access: take, title: 'learning.course.title', logView: true },
  {
    name: 'learning.richtext',
    path: '/deelnemer/training/richtext/:participation/:activity',
    access: take,
    title: 'learning.course.title',
    // Specification, section 2: RichTextView.
    hideNavigation: true,
    logView: true,
  },
  {
    name: 'learning.external',
    path: '/deelnemer/training/activiteit/:participation/:activity',
    access: take,
    title: 'learning.external.title',
    logView: true,
  },
  {
    name: 'learning.scorm',
    path: '/deelnemer/training/scorm/:participation/:activity',
    access: take,
    title: 'learning.scorm.title',
    logView: true,
  },
  {
    name: 'learning.attempt',
    path: '/deelnemer/training/quiz/poging/:attempt',
    access: take,
    title: 'learning.quiz.title',
    // Specification, section 2: Mijn Activiteit.
    hideNavigation: true,
    logView: true,
  },
  {
    name: 'learning.attempt_result',
    path: '/deelnemer/training/quiz/resultaten/:attempt',
    access: take,
    title: 'learning.quiz.result_title',
    logView: true,
  },
  {
    name: 'learning.attempt_feedback',
    path: '/deelnemer/training/quiz/feedback/:attempt',
    access: take,
    title: 'learning.quiz.feedback_title',
    logView: true,
  },
  {
    name: 'learning.quiz',
    path: '/deelnemer/training/quiz/:participation/:activity',
    access: take,
    title: 'learning.quiz.title',
    logView: true,
  },
  {
    name: 'learning.evaluation',
    path: '/deelnemer/training/evaluatie/:participation/:activity',
    access: take,
    title: 'learning.evaluation.title',
    logView: true,
  },
  {
    name: 'learning.overview',
    path: '/trainingen',
    // The specification's other path, and those of the pages below it without the ids that they need.
    alsoAt: [
      '/training/overzicht',
      '/admin/training/wijzigen',
      '/admin/training/vragen/wijzigen',
      '/admin/training/quiz/wijzigen',
      '/admin/training/richtext/wijzigen',
      '/admin/training/activiteit/wijzigen',
      '/admin/training/evaluatie/wijzigen',
    ],
    access: edit,
    title: 'learning.overview.title',
    lead: { text: 'learning.overview.text' },
    width: 'wide',
  },
  {
    name: 'learning.pool',
    path: '/trainingen/vragenpool',
    access: edit,
    title: 'learning.pool.title',
    lead: { text: 'learning.pool.text' },
    back: 'learning.overview.title',
    width: 'wide',
  },
  { name: 'learning.edit_course', path: '/admin/training/wijzigen/:course', access: edit, title: 'learning.editor.title', width: 'wide' },
  {
    name: 'learning.edit_richtext',
    path: '/admin/training/richtext/wijzigen/:course/:activity',
    access: edit,
    title: 'learning.editor.title',
    width: 'wide',
  },
  {
    // Specification, section 2: Activity updaten.
    name: 'learning.edit_activity',
    path: '/admin/training/activiteit/wijzigen/:course/:activity',
    access: edit,
    title: 'learning.editor.title',
    width: 'wide',
  },
  {
    name: 'learning.edit_quiz',
    path: '/admin/training/quiz/wijzigen/:course/:activity',
    access: edit,
    title: 'learning.editor.title',
    width: 'wide',
  },
  {
    name: 'learning.edit_question',
    path: '/admin/training/vragen/wijzigen/:course/:activity/:question',
    access: edit,
    title: 'learning.editor.title',
    width: 'wide',
  },
  {
    // Specification, section 2: Evaluatie updaten.
    name: 'learning.edit_evaluation',
    path: '/admin/training/evaluatie/wijzigen/:course/:activity',
    access: edit,
    title: 'learning.editor.title',
    width: 'wide',
  },
  {
    name: 'learning.edit_scorm',
    path: '/admin/training/scorm/wijzigen/:course/:activity',
    access: edit,
    title: 'learning.editor.title',
    width: 'wide',
  },
  {
    name: 'learning.totals',
    path: '/totaal',
    // Without the id that its page needs one chooses here whom it is about.
    alsoAt: ['/training/deelnemer/inzichten', '/deelnemers/training/quiz/feedback'],
    access: view,
    title: 'learning.totals.title',
    lead: { text: 'learning.totals.text' },
    width: 'wide',
  },
  {
    name: 'learning.insights',
    path: '/training/deelnemer/inzichten/:participation',
    access: view,
    title: 'learning.insights.title',
    width: 'wide',
  },
  {
    name: 'learning.insights_attempt',
    path: '/deelnemers/training/quiz/feedback/:attempt',
    access: view,
    title: 'learning.insights.attempt_title',
  },
])

export const nav: NavItem[] = [
  {
    section: 'main',
    page: 'learning.trainings',
    label: 'learning.nav.trainings',
    alsoUnder: '/deelnemer/training',
    icon: 'school',
    order: 10,
    roles: ['leerling'],
    bottomBarFor: ['leerling'],
  },
  {
    section: 'main',
    page: 'learning.results',
    label: 'learning.nav.results',
    icon: 'trophy',
    order: 20,
    roles: ['leerling'],
    bottomBarFor: ['leerling'],
  },
  {
    section: 'main',
    page: 'learning.overview',
    tour: 'learning.tour.courses',
    label: 'learning.nav.courses',
    alsoUnder: '/admin/training',
    icon: 'book',
    order: 20,
    roles: ['admin', 'mini_admin', 'beheerder'],
    bottomBarFor: ['admin', 'mini_admin'],
  },
  {
    section: 'main',
    page: 'learning.totals',
    tour: 'learning.tour.totals',
    label: 'learning.nav.totals',
    alsoUnder: '/training/deelnemer',
    icon: 'checklist',
    order: 55,
    roles: ['beheerder', 'admin', 'mini_admin'],
    bottomBarFor: ['beheerder'],
  },
]
