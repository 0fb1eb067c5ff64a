import { choice } from './choice.js'

/** At least one answer is correct and one is wrong. A response is correct if it has all correct answers and no other. */
export const multiple = choice({ name: 'multiple', several: true })
