import { MIN_ANSWERS, SCALE } from '../../results.js'
import { REMARK, SECOND_ABOUT, SECOND_SCALES, type SecondAbout, type SecondResults, type SecondScale } from '../../second.js'
import { type Choice, FACTS, fromReleased } from './released.js'

/** Remarks that the page shows at most. */
const SHOWN_REMARKS = 200

/**
 * Results of the second evaluations of a course, counted in groups of five like the first ones. A person who answers counts once, so a
 * supervisor who answered about ten people is one person.
 * @param most the number of remarks at most
 */
export function secondResults(choice: Choice & { course: number }, most = SHOWN_REMARKS): Promise<SecondResults[]> {
  return Promise.all(SECOND_ABOUT.map((about) => resultsAbout(choice, about, most)))
}

async function resultsAbout(choice: Choice & { course: number }, about: SecondAbout, most: number): Promise<SecondResults> {
  const of = about === 'own' ? 'second_own' : 'second_person'
  const rows = await fromReleased<{ key: string; answer: string; answered: number }>(
    choice,
    `select f.question_key as key, f.value #>> '{}' as answer, count(*)::int as answered
       from ${FACTS} where f.question_key <> '${REMARK}' group by 1, 2`,
    [],
    of,
  )
  const [{ n: responses }] = (await fromReleased<{ n: number }>(choice, 'select count(*)::int as n from chosen', [], of)) as [{ n: number }]
  const remarks = await fromReleased<{ text: string; by: string }>(
    choice,
    `select f.value #>> '{}' as text, f.company_id || '.' || f.membership_id as by from ${FACTS}
      where f.question_key = '${REMARK}' order by md5(f.id::text) limit ?`,
    [most],
    of,
  )
  const wrote = new Set(remarks.map(({ by }) => by)).size
  const scales = SECOND_SCALES[about].map((key): SecondScale => {
    const own = rows.filter((row) => row.key === key)
    const answered = own.reduce((sum, row) => sum + row.answered, 0)
    const hidden = responses < MIN_ANSWERS
    const countOf = (value: number) => own.find(({ answer }) => answer === String(value))?.answered ?? 0
    return {
      key,
      answered: hidden ? 0 : answered,
      average: hidden || !answered ? null : own.reduce((sum, row) => sum + Number(row.answer) * row.answered, 0) / answered,
      counts: hidden ? [] : SCALE.map((value) => ({ key: String(value), count: countOf(value) })),
    }
  })
  return {
    ...{ about, responses: responses < MIN_ANSWERS ? 0 : responses, scales },
    remarks: wrote < MIN_ANSWERS ? [] : remarks.map(({ text }) => text),
  }
}
