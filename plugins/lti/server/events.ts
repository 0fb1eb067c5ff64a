import { defineEvent } from '#core/contract/events'
import type { Linked } from './services/linking.js'

/** A person proved that an account is theirs, and is recognised by the other system's token from now on. */
export const accountLinked = defineEvent<Linked>('lti.account.linked')
