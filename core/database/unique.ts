import { invalid } from '../contract/errors.js'

const UNIQUE_VIOLATION = '23505'

/**
 * Runs a change and reports a violated unique key at the form's field. A check beforehand cannot be as reliable.
 * @param constraints unique index or constraint → field of the form
 * @param rule where `unique` has words about something else
 * @throws AppError 422 on the field with the rule; other errors unchanged
 */
export async function orUniqueError<T>(
  constraints: Readonly<Record<string, string>>,
  change: () => Promise<T>,
  rule = 'unique',
): Promise<T> {
  try {
    return await change()
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    const field = code === UNIQUE_VIOLATION && constraint ? constraints[constraint] : undefined
    throw field ? invalid(field, rule) : error
  }
}
