import { compose } from '#core/server/compose'
import certificates from './certificates/plugin.js'
import learning from './learning/plugin.js'
import mails from './mails/plugin.js'
import people from './people/plugin.js'
import companies from './companies/plugin.js'
import reports from './reports/plugin.js'
import externalCourses from './external_courses/plugin.js'
import registration from './registration/plugin.js'
import terms from './terms/plugin.js'
import directory from './directory/plugin.js'
import support from './support/plugin.js'
import groups from './groups/plugin.js'
import skills from './skills/plugin.js'
import directAccess from './direct_access/plugin.js'
import administration from './administration/plugin.js'
import exams from './exams/plugin.js'
import catalogue from './catalogue/plugin.js'
import waitingList from './waiting_list/plugin.js'
import contracts from './contracts/plugin.js'
import invoices from './invoices/plugin.js'
import booking from './booking/plugin.js'
import lti from './lti/plugin.js'
import flows from './flows/plugin.js'
import proctoring from './proctoring/plugin.js'
import bookingLinks from './booking_links/plugin.js'
import evaluations from './evaluations/plugin.js'
import marketing from './marketing/plugin.js'
import mailboxTools from './mailbox_tools/plugin.js'
import landingPages from './landing_pages/plugin.js'
import { menus } from './menu.js'
import payments from './payments/plugin.js'
import toolboxMeetings from './toolbox_meetings/plugin.js'
import passport from './passport/plugin.js'
import seatKeys from './seat_keys/plugin.js'

/**
 * The composition root: the only file that lists plugins. Order is the order
 * of their migrations; a plugin comes after those it requires.
 */
compose(
  [
    learning,
    certificates,
    people,
    companies,
    reports,
    mails,
    externalCourses,
    registration,
    terms,
    directory,
    support,
    groups,
    skills,
    directAccess,
    administration,
    payments,
    exams,
    catalogue,
    waitingList,
    contracts,
    invoices,
    booking,
    lti,
    flows,
    proctoring,
    bookingLinks,
    evaluations,
    marketing,
    mailboxTools,
    landingPages,
    toolboxMeetings,
    passport,
    seatKeys,
  ],
  menus,
)

/** AdonisJS loads this file as a provider, before the kernel's. */
export default class Plugins {}
