import { choice } from './choice.js'

/** At least one answer is right and one is wrong; right means all of the right ones and no other. */
export const multiple = choice({ name: 'multiple', several: true })
