import { compose } from '#core/server/compose'
import certificates from './certificates/plugin.js'
import learning from './learning/plugin.js'
import mails from './mails/plugin.js'
import people from './people/plugin.js'
import companies from './companies/plugin.js'
import reports from './reports/plugin.js'
import externalCourses from './external_courses/plugin.js'

/**
 * The composition root: the only file that lists plugins. Order is the order
 * of their migrations; a plugin comes after those it requires.
 */
compose([learning, certificates, people, companies, reports, mails, externalCourses])

/** AdonisJS loads this file as a provider, before the kernel's. */
export default class Plugins {}
