import db from '@adonisjs/lucid/services/db'
import { currentCompanyId } from '#core/kit/scope'

/** Word of an answer → its tag. */
const TAGS: readonly [word: string, tag: string][] = [
  ['voorbeeld', 'voorbeelden'],
  ['telefoon', 'telefoon'],
  ['korter', 'lengte'],
]

/** Tags some open answers of a company. Doing it twice changes nothing. */
export async function tagAnswers(): Promise<void> {
  if (await db.from('evaluations_tags').first()) return
  const answers: { id: number; text: string }[] = await db
    .from('learning_evaluation_facts')
    .where('question_key', 'opmerking')
    .select('id', db.raw(`value #>> '{}' as text`))
  const rows = answers.flatMap(({ id, text }) =>
    TAGS.filter(([word]) => text.includes(word)).map(([, tag]) => ({ company_id: currentCompanyId(), answer_id: id, tag })),
  )
  if (rows.length) await db.table('evaluations_tags').multiInsert(rows)
}
