import { namedIn, wordByWord } from '#core/kit/lists'
import { memberCondition } from '#core/kit/people'

/** Which uses (`u`) a search means: each word is of the person, of the course or of the contract, of which there are few. */
export const meantUses = (search: string) =>
  wordByWord(search, async (word) => [
    await memberCondition('u.membership_id', word),
    await namedIn('u.course_id', { table: 'learning_titles', id: 'course_id' }, word),
    await namedIn('u.contract_id', { table: 'contracts_contracts', id: 'id' }, word),
  ])
