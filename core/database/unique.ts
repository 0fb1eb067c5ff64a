import { invalid } from '../contract/errors.js'

const UNIQUE_VIOLATION = '23505'

/**
 * Runs a change and tells on the form's field that its value is taken, when
 * the database's unique key says so: no look beforehand can be as sure.
 * @param constraints unique index or constraint → field of the form
 * @param rule where `unique` has words about something else
 * @throws AppError 422 on the field with the rule; whatever else went wrong as it is
 */
export async function orTaken<T>(constraints: Readonly<Record<string, string>>, change: () => Promise<T>, rule = 'unique'): Promise<T> {
  try {
    return await change()
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    const field = code === UNIQUE_VIOLATION && constraint ? constraints[constraint] : undefined
    throw field ? invalid(field, rule) : error
  }
}
