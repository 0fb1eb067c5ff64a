import { compose } from '#core/plugins/compose'
import learning from './learning/plugin.js'

/**
 * The composition root: the only file that lists plugins. Order is the order
 * of their migrations; a plugin comes after those it requires.
 */
compose([learning])

/** AdonisJS loads this file as a provider, before the kernel's. */
export default class Plugins {}
