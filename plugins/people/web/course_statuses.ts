import { defineStatuses } from '#core/contract/statuses'
import { participationStatuses } from '#plugins/learning/contract/statuses'

/** They look as in learning; the words are this plugin's own, as its course lines are: learning may be off. */
export const courseStatuses = defineStatuses('people.course_status', participationStatuses.looks)
