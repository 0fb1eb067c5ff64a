import { defineStatuses } from '#core/contract/statuses'
import { participationStatuses } from '#plugins/learning/contract/statuses'

/** They look as in learning, but the labels belong to this plugin, like its course lines: learning may be off. */
export const courseStatuses = defineStatuses('people.course_status', participationStatuses.looks)
