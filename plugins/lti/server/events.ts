import { defineEvent } from '#core/contract/events'
import type { Linked } from './services/linking.js'

/** Somebody showed that an account is theirs, and is known by another system's word from now on. */
export const accountLinked = defineEvent<Linked>('lti.account.linked')
