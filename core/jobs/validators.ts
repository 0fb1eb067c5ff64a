import { listQueryValidator } from '../lists/list_query.js'

export const deadLetterListValidator = listQueryValidator(['failed_at', 'name', 'company'])
