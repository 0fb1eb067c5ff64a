import { namedIn, searchEachWord } from '#core/kit/lists'
import { memberCondition } from '#core/kit/people'

/** The uses (`u`) that match a search: each word matches the person, the course or the contract; the latter two are few. */
export const meantUses = (search: string) =>
  searchEachWord(search, async (word) => [
    await memberCondition('u.membership_id', word),
    await namedIn('u.course_id', { table: 'learning_titles', id: 'course_id' }, word),
    await namedIn('u.contract_id', { table: 'contracts_contracts', id: 'id' }, word),
  ])
