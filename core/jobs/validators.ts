import { listQueryValidator } from '../http/list_query.js'

export const deadLetterListValidator = listQueryValidator(['failed_at', 'name', 'company'])
