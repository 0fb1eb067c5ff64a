import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type TestApp, testApp } from '#core/testing/app'
import type { ImportReport } from '../server/question_exchange/report.js'

let app: TestApp
let folder: string
beforeAll(async () => {
  app = await testApp()
  folder = await mkdtemp(join(tmpdir(), 'questions-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAAC0lEQVR4nGNgwAMAAB4AAdpxxYoAAAAASUVORK5CYII='
const quiz = (...questions: string[]) => `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n${questions.join('\n')}\n</quiz>`
const question = (type: string, name: string, text: string, rest = '') =>
  `<question type="${type}"><name><text>${name}</text></name><questiontext format="html"><text><![CDATA[${text}]]></text></questiontext>${rest}</question>`
const answer = (text: string, fraction: number | string, rest = '') =>
  `<answer fraction="${fraction}" format="html"><text>${text}</text>${rest}</answer>`
const feedback = (text: string) => `<feedback format="html"><text>${text}</text></feedback>`

/** In the notation of Moodle 4.5. */
const MOODLE = quiz(
  '<!-- question: 0  --><question type="category"><category><text>$course$/top/Steigers</text></category><info format="html"><text></text></info></question>',
  question(
    'multichoice',
    'Eén goed',
    '<p>Wat is <b>juist</b>?&nbsp;</p><script>alert(1)</script>',
    `<generalfeedback format="html"><text>Lees terug.</text></generalfeedback><defaultgrade>2.0000000</defaultgrade><single>true</single><shuffleanswers>true</shuffleanswers>
     <correctfeedback format="html"><text><![CDATA[<p>Ja.</p>]]></text></correctfeedback><incorrectfeedback format="html"><text>Nee.</text></incorrectfeedback>
     <partiallycorrectfeedback format="html"><text>Bijna goed.</text></partiallycorrectfeedback>
     ${answer('<![CDATA[<p>Dit &amp; dat</p>]]>', 100)}${answer('Niets', 0)}${answer('Bijna', 50)}<tags><tag><text>veilig</text></tag></tags>`,
  ),
  question(
    'multichoice',
    'Meer goed',
    'Welke?',
    `<single>false</single><partiallycorrectfeedback format="html"><text>Nog niet alles.</text></partiallycorrectfeedback>${answer('A', '33.33333')}${answer('B', '66.66667')}${answer('C', -50)}`,
  ),
  question(
    'truefalse',
    'Waar of niet',
    'Klopt het?',
    answer('true', 0, feedback('Toch niet.')) + answer('false', 100, feedback('Inderdaad.')),
  ),
  question(
    'matching',
    'Koppelen',
    'Wat hoort bij wat?',
    `<subquestion format="html"><text>Rood</text><answer><text>Verbod</text></answer></subquestion>
     <subquestion format="html"><text>Blauw</text><answer><text>Gebod</text></answer></subquestion>
     <subquestion format="html"><text></text><answer><text>Vluchtweg</text></answer></subquestion>`,
  ),
  question(
    'shortanswer',
    'Kort',
    'Hoe heet het?',
    `<usecase>1</usecase>${answer('Harnas', 100, feedback('Goed.'))}${answer('*gordel', 100)}${answer('*', 0, feedback('Mis.'))}`,
  ),
  question(
    'numerical',
    'Getal',
    'Hoe hoog?',
    `${answer('2.5', 100, '<tolerance>0.1</tolerance>')}${answer('250', 50, '<tolerance>0</tolerance>')}<units><unit><multiplier>1</multiplier><unit_name>m</unit_name></unit></units>`,
  ),
  question(
    'ordering',
    'Volgorde',
    'Zet op volgorde',
    `<selecttype>ALL</selecttype>${answer('Drie', '3.0000000')}${answer('Een', '1.0000000')}${answer('Twee', '2.0000000')}`,
  ),
  question('essay', 'Verhaal', 'Schrijf'),
  question('cloze', 'Gaten', 'Een {1:SHORTANSWER:=gat}'),
  question('calculated', 'Reken', '{a}+{b}'),
  question('description', 'Tekst', 'Lees dit'),
  question('ddmarker', 'Sleep', 'Sleep'),
  question('hologram', 'Vreemd\u202e', 'Wat?'),
  question('multichoice', 'Alles goed', 'Welke?', `<single>false</single>${answer('A', 50)}${answer('B', 50)}`),
  question('shortanswer', 'Leeg', '<p> </p>', answer('A', 100)),
  `<question type="shortanswer"><name><text>Met plaatje</text></name><questiontext format="html"><text><![CDATA[<p>Wat is dit?</p><img src="@@PLUGINFILE@@/een%20ding.png" alt="Een stip" onerror="alert(1)">]]></text>
     <file name="een ding.png" path="/" encoding="base64">${PIXEL}</file></questiontext>${answer('Stip', 100)}</question>`,
  `<question type="shortanswer"><name><text>Geen plaatje</text></name><questiontext format="html"><text><![CDATA[Wat? <img src="@@PLUGINFILE@@/a.png">]]></text>
     <file name="a.png" path="/" encoding="base64">${Buffer.from('<html><script>').toString('base64')}</file></questiontext>${answer('A', 100)}</question>`,
  `<question type="shortanswer"><name><text>Tekening met script</text></name><questiontext format="html"><text><![CDATA[Wat? <img src="@@PLUGINFILE@@/a.svg">]]></text>
     <file name="a.svg" path="/" encoding="base64">${Buffer.from('<svg viewBox="0 0 4 4"><script>x</script></svg>').toString('base64')}</file></questiontext>${answer('A', 100)}</question>`,
  question('shortanswer', 'Plaatje van elders', 'Wat? <img src="https://evil.example/a.png">', answer('A', 100)),
)

/** Creates an empty course. @returns its id */
async function makeCourse(shortname: string): Promise<number> {
  return app.asSystem(async () => {
    const { default: db } = await import('@adonisjs/lucid/services/db')
    const [{ id }] = await db
      .knexQuery()
      .table('learning_courses')
      .insert({ shortname, sector: 'industry', type: 'e-learning' })
      .returning('id')
    await db.table('learning_course_versions').insert({
      course_id: id,
      number: 1,
      content_hash: shortname,
      name: '{}',
      description: '{}',
      languages: ['nl', 'en'],
      duration_minutes: 1,
      passed_grade: 0,
    })
    return id
  })
}

interface Row {
  key: string
  type: string
  text: Record<string, string>
  answers: { key: string; text: Record<string, string>; correct: boolean }[]
  content: Record<string, unknown>
  picture: { hash: string; alt: Record<string, string> } | null
  tags: string[]
  feedback_correct: Record<string, string>
  feedback_incorrect: Record<string, string>
}

const pool = (course: number): Promise<Row[]> =>
  app.asSystem(async () => {
    const { default: db } = await import('@adonisjs/lucid/services/db')
    return db.from('learning_questions').where('course_id', course).orderBy('id')
  })

const take = async (course: number, file: string | Buffer, language?: string): Promise<ImportReport> => {
  const { importQuestions } = await import('../server/question_exchange/import_questions.js')
  return app.asSystem(() => importQuestions(course, Buffer.from(file as string), { language }))
}

describe('Moodle XML', () => {
  it('imports supported questions, reports why others are skipped, and imports nothing twice', async () => {
    const course = await makeCourse('van-moodle')
    const report = await take(course, MOODLE)
    expect(report.error).toBeUndefined()
    expect(report.taken).toBe(8)
    expect(report.skipped.map(({ name, type, code }) => `${name} ${type} ${code}`)).toEqual([
      'Verhaal essay type_not_taken',
      'Gaten cloze type_not_taken',
      'Reken calculated type_not_taken',
      'Tekst description type_not_taken',
      'Sleep ddmarker type_not_taken',
      'Vreemd hologram type_unknown',
      'Alles goed multichoice answers_none_wrong',
      'Leeg shortanswer text_empty',
      'Geen plaatje shortanswer picture_unknown',
      'Tekening met script shortanswer picture_unsafe',
      'Plaatje van elders shortanswer picture_elsewhere',
    ])
    expect(report.skipped.every(({ reason }) => /^[A-Z].{10,}\.$/.test(reason))).toBe(true)
    expect(report.notes.map(({ name, code }) => `${name} ${code}`)).toEqual([
      'Eén goed points_left_out',
      'Eén goed partly_right',
      'Meer goed partly_feedback_left_out',
      'Getal partly_right',
    ])

    const rows = await pool(course)
    const one = rows[0]!
    expect(one).toMatchObject({
      type: 'single',
      text: { nl: 'Wat is juist?' },
      feedback_correct: { nl: 'Ja. Lees terug.' },
      feedback_incorrect: { nl: 'Nee. Lees terug.' },
      tags: ['Steigers', 'veilig'],
    })
    expect(one.answers.map(({ text, correct }) => [text.nl, correct])).toEqual([
      ['Dit & dat', true],
      ['Niets', false],
      ['Bijna', false],
    ])
    expect(rows.map(({ type }) => type)).toEqual([
      'single',
      'multiple',
      'true_false',
      'match',
      'short_text',
      'number',
      'order',
      'short_text',
    ])
    expect(rows[1]!.answers.map(({ correct }) => correct)).toEqual([true, true, false])
    expect(rows[2]).toMatchObject({
      answers: [
        { key: 'true', text: { nl: 'Waar' }, correct: false },
        { key: 'false', correct: true },
      ],
      feedback_correct: { nl: 'Inderdaad.' },
      feedback_incorrect: { nl: 'Toch niet.' },
    })
    expect(rows[3]!.answers.map(({ text }) => text.nl)).toEqual(['Rood', 'Blauw'])
    expect(rows[3]!.content.options).toEqual([
      { key: 'a', text: { nl: 'Verbod' } },
      { key: 'b', text: { nl: 'Gebod' } },
      { key: 'c', text: { nl: 'Vluchtweg' } },
    ])
    expect(rows[4]).toMatchObject({
      content: { accepted: { nl: ['Harnas', '*gordel'] }, case_sensitive: true },
      feedback_correct: { nl: 'Goed.' },
      feedback_incorrect: { nl: 'Mis.' },
    })
    expect(rows[5]!.content).toEqual({ ranges: [{ value: 2.5, tolerance: 0.1 }], unit: { nl: 'm' } })
    expect(rows[6]!.answers.map(({ text }) => text.nl)).toEqual(['Een', 'Twee', 'Drie'])
    expect(rows[7]!.picture).toMatchObject({ width: 2, height: 3, alt: { nl: 'Een stip' } })
    expect(JSON.stringify(rows)).not.toMatch(/alert|onerror|<p>|<script/)

    const again = await take(course, MOODLE)
    expect(again.taken).toBe(0)
    expect(again.skipped.filter(({ code }) => code === 'already_there')).toHaveLength(8)
    expect(await pool(course)).toHaveLength(8)
    const twice = await take(
      await makeCourse('tweemaal'),
      quiz(...[1, 2].map(() => question('shortanswer', 'A', 'Wat?', answer('A', 100)))),
    )
    expect([twice.taken, twice.skipped[0]!.code]).toEqual([1, 'twice_in_file'])
  })

  it('imports a file into one of the course’s languages', async () => {
    const course = await makeCourse('talen')
    const file = quiz(question('shortanswer', 'A', 'What?', answer('A', 100)))
    expect((await take(course, file, 'fr')).error).toMatchObject({ code: 'language_unknown' })
    expect((await take(course, file, 'en')).taken).toBe(1)
    expect((await pool(course))[0]!.text).toEqual({ en: 'What?' })
  })
})

describe('a refused file', () => {
  const sound = question('shortanswer', 'Heel', 'Wat?', answer('A', 100))
  const deep = '<a>'.repeat(100) + '</a>'.repeat(100)
  const bomb = `<!DOCTYPE quiz [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, index) => `<!ENTITY a${index} "&a;&a;&a;&a;">`).join('')}]>`
  const cases: [string, string | Buffer, string][] = [
    ['truncated', quiz(sound, sound).slice(0, -60), 'xml_invalid'],
    ['with entities that explode', quiz(sound).replace('<quiz>', `${bomb}<quiz>&a8;`), 'xml_doctype'],
    ['with an entity of nowhere', quiz(sound, question('shortanswer', '&xxe;', 'Wat?')), 'xml_invalid'],
    ['that reaches for another', quiz(sound).replace('<quiz>', '<!DOCTYPE quiz SYSTEM "file:///etc/passwd"><quiz>'), 'xml_doctype'],
    ['that is too deep', quiz(sound, `<question type="a">${deep}</question>`), 'xml_too_deep'],
    ['with too many elements', quiz(sound, `<question type="a">${'<a/>'.repeat(6000)}</question>`), 'xml_too_large'],
    ['with too many questions', quiz(sound, '<question type="essay"/>'.repeat(2001)), 'too_many_questions'],
    ['of another kind', '<html><body>Hoi</body></html>', 'not_moodle_xml'],
    ['that is empty', ' \n', 'file_empty'],
    ['in another encoding', Buffer.from(quiz(sound), 'utf16le'), 'encoding_invalid'],
    ['that says it is in another', quiz(sound).replace('UTF-8', 'ISO-8859-1'), 'encoding_invalid'],
    ['with bytes that are no text', Buffer.concat([Buffer.from(quiz(sound)), Buffer.from([0xff, 0xfe, 0x00])]), 'encoding_invalid'],
    ['with control characters', quiz(sound, question('shortanswer', 'A\u0001', 'Wat?')), 'xml_invalid'],
    ['that is no question at all', 'Hallo\n\nallemaal', 'not_gift'],
    ['of 50 MB', Buffer.alloc(50 * 1024 * 1024, 'a'), 'file_too_large'],
  ]
  it.each(cases)('%s', async (what, file, code) => {
    const course = await makeCourse(`kapot-${what.replace(/\W+/g, '-')}`)
    const before = process.memoryUsage().rss
    const report = await take(course, file)
    expect(report.error?.code, report.error?.message).toBe(code)
    expect(report.error!.message).not.toMatch(/\.[jt]s:\d|node_modules|Error:/)
    expect(report).toMatchObject({ taken: 0, skipped: [], notes: [] })
    expect(await pool(course)).toEqual([])
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024)
  })

  it('lets other work run while a large file is read, and keeps no more than the file in memory', async () => {
    const course = await makeCourse('groot')
    const long = 'x'.repeat(9000)
    const file = quiz(
      ...Array.from({ length: 1900 }, (_, index) => question('shortanswer', `Vraag ${index}`, long + index, answer('A', 100))),
    )
    expect(file.length).toBeGreaterThan(16 * 1024 * 1024)
    let turns = 0
    const clock = setInterval(() => (turns += 1), 5)
    const before = process.memoryUsage().rss
    const report = await take(course, file)
    clearInterval(clock)
    expect(report.skipped).toHaveLength(1900)
    expect(report.skipped[0]).toMatchObject({ code: 'text_too_long' })
    expect(turns).toBeGreaterThan(5)
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024)
  })
})

describe('GIFT', () => {
  it('imports its kinds of questions and reports why others are skipped', async () => {
    const course = await makeCourse('van-gift')
    const report = await take(
      course,
      `// Een les
$CATEGORY: $course$/top/Ladders

::Een goed:: Wat is 2\\=2\\: {=waar#Juist. ~niet waar#Nee. ~misschien#Nee.}

::Meer:: Welke? {~%50%A ~%50%B ~%-100%C}

::TF:: De lucht is groen. {F#Helaas.#Inderdaad.}

::Koppel:: Wat hoort bij wat? {=rood -> verbod =blauw -> gebod = -> vluchtweg}

::Kort:: Hoe heet het? {=harnas =gordel =%50%riem####Lees terug.}

::Getal:: Hoe hoog? {#=2.5:0.1 =7..9}

::Gat:: Een harnas draag je {=strak ~los} om je lijf.

[html]Een <b>vette</b> vraag? {T}

::Verhaal:: Schrijf {}

Dit is alleen tekst.

::Kapot:: Wat? {=a} en {=b}
`,
    )
    expect(report.skipped.map(({ name, type, code }) => `${name}|${type}|${code}`)).toEqual([
      'Verhaal|essay|type_not_taken',
      'Dit is alleen tekst.|description|type_not_taken',
      'Kapot|description|gift_invalid',
    ])
    expect(report.taken).toBe(8)
    const rows = await pool(course)
    expect(rows.map(({ type }) => type)).toEqual([
      'single',
      'multiple',
      'true_false',
      'match',
      'short_text',
      'number',
      'single',
      'true_false',
    ])
    expect(rows[0]).toMatchObject({
      text: { nl: 'Wat is 2=2:' },
      feedback_correct: { nl: 'Juist.' },
      feedback_incorrect: { nl: 'Nee.' },
      tags: ['Ladders'],
    })
    expect(rows[1]!.answers.map(({ correct }) => correct)).toEqual([true, true, false])
    expect(rows[2]).toMatchObject({ feedback_correct: { nl: 'Inderdaad.' }, feedback_incorrect: { nl: 'Helaas.' } })
    expect(rows[4]).toMatchObject({ content: { accepted: { nl: ['harnas', 'gordel'] } }, feedback_incorrect: { nl: 'Lees terug.' } })
    expect(rows[5]!.content.ranges).toEqual([
      { value: 2.5, tolerance: 0.1 },
      { value: 8, tolerance: 1 },
    ])
    expect(rows[6]!.text.nl).toBe('Een harnas draag je _____ om je lijf.')
    expect(rows[7]!.text.nl).toBe('Een vette vraag?')
    expect((await take(course, '::A:: {{{ }')).error?.code ?? 'skipped').toMatch(/not_gift|skipped/)
  })
})

describe('export and import', () => {
  /** A question's content without the keys of its answers. */
  const gist = (
    { type, text, answers, content, picture, tags, feedback_correct: right, feedback_incorrect: wrong }: Row,
    language = 'nl',
  ) => {
    const optionOf = (key: string) => (content.options as Row['answers'] | undefined)?.find((option) => option.key === key)?.text[language]
    const { accepted, unit, ranges, case_sensitive: strict } = content as Record<string, Record<string, unknown>>
    return {
      type,
      text: text[language],
      answers: answers.map((one) => [one.text[language], one.correct, optionOf(one.key)]),
      options: (content.options as Row['answers'] | undefined)?.map((option) => option.text[language]).sort(),
      content: [accepted?.[language], unit?.[language], ranges, strict],
      picture: picture && [picture.hash, picture.alt[language]],
      tags,
      feedback: [right[language], wrong[language]],
    }
  }
  const order = (rows: ReturnType<typeof gist>[]) => rows.sort((a, b) => a.text!.localeCompare(b.text!))

  it.each(['werken-op-hoogte', 'tillen-en-dragen', 'offshore-introductie'])(
    'the pool of %s gives the same questions in another course',
    async (shortname) => {
      const { exportQuestions } = await import('../server/question_exchange/export_questions.js')
      const source = await app.asSystem(async () => {
        const { default: db } = await import('@adonisjs/lucid/services/db')
        return (await db.from('learning_courses').where({ shortname }).firstOrFail()).id
      })
      const { xml, report } = await app.asSystem(() => exportQuestions(source))
      const all = await pool(source)
      // Each ordering question has `shownumcorrect`, and "Waar" and "Niet waar" use Moodle's own type.
      const count = (pattern: RegExp) => xml.match(pattern)?.length ?? 0
      expect(count(/<shownumcorrect>1</g)).toBe(all.filter(({ type }) => type === 'order').length)
      expect(count(/type="truefalse"/g)).toBe(all.filter(({ type }) => type === 'true_false').length)
      const spots = all.filter(({ type }) => type === 'hotspot')
      expect(report.skipped.map(({ code }) => code)).toEqual(spots.map(() => 'type_not_written'))
      expect(report.written).toBe(all.length - spots.length)
      const target = await makeCourse(`terug-${shortname}`)
      const back = await take(target, xml)
      expect([back.skipped, back.taken, back.notes]).toEqual([[], report.written, []])
      expect(order((await pool(target)).map((row) => gist(row)))).toEqual(
        order(all.filter(({ type }) => type !== 'hotspot').map((row) => gist(row))),
      )
      // Exporting the imported questions gives the same file.
      const second = await app.asSystem(() => exportQuestions(target))
      expect((await take(target, second.xml)).taken).toBe(0)
    },
  )
})

describe('the shares of right answers', () => {
  /** The grades that Moodle's import knows: question/engine/bank.php, `$rawfractions` and 1. */
  const KNOWN = [100, 90, 83.33333, 80, 75, 70, 66.66667, 60, 50, 40, 33.33333, 30, 25, 20, 16.66667, 14.28571, 12.5, 11.11111, 10, 5]

  it.each([2, 3, 7, 9, 10, 11, 13, 15, 19])('%i right answers get grades that Moodle knows, 100 together', async (count) => {
    const { exportQuestions } = await import('../server/question_exchange/export_questions.js')
    const course = await makeCourse(`delen-${count}`)
    const right = Array.from({ length: count }, (_, index) => answer(`Goed ${index}`, 5))
    const file = quiz(question('multichoice', 'Veel goed', 'Welke?', `<single>false</single>${right.join('')}${answer('Fout', -100)}`))
    expect((await take(course, file)).taken).toBe(1)
    const { xml, report } = await app.asSystem(() => exportQuestions(course))
    const shares = [...xml.matchAll(/fraction="([\d.]+)"/g)].map(([, share]) => Number(share))
    expect(shares).toHaveLength(count)
    expect(shares.filter((share) => !KNOWN.includes(share))).toEqual([])
    // Moodle rounds the sum to two decimals.
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(100, 2)
    expect(report.notes.map(({ code }) => code)).toEqual(count > 10 ? ['shares_uneven'] : [])
    expect((await take(await makeCourse(`delen-terug-${count}`), xml)).notes).toEqual([])
  })
})

describe('the command line', () => {
  it('prints one line of JSON, and fails when nothing could be done', async () => {
    await makeCourse('van-de-shell')
    const { importQuestionsCommand, exportQuestionsCommand } = await import('../server/question_exchange/exchange_command.js')
    const file = join(folder, 'vragen.xml')
    await writeFile(file, MOODLE)
    const printed: string[] = []
    const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line))
    const run = (command: typeof importQuestionsCommand, ...args: string[]) => app.asSystem(() => command(args))
    await run(importQuestionsCommand, '--course', 'van-de-shell', '--file', file)
    const out = join(folder, 'uit.xml')
    await run(exportQuestionsCommand, '--course', 'van-de-shell', '--format', 'moodle_xml', '--file', out)
    const refused: [typeof importQuestionsCommand, string[], RegExp][] = [
      [importQuestionsCommand, ['--course', 'van-de-shell'], /^arguments_invalid/],
      [importQuestionsCommand, ['--course', 'nergens', '--file', file], /^course_unknown/],
      [importQuestionsCommand, ['--course', 'van-de-shell', '--file', folder], /^file_unreadable/],
      [exportQuestionsCommand, ['--course', 'van-de-shell', '--file', out, '--format', 'gift'], /^format_unknown/],
      [exportQuestionsCommand, ['--course', 'van-de-shell', '--file', join(folder, 'nergens/uit.xml')], /^file_unwritable/],
    ]
    for (const [command, args, why] of refused) await expect(run(command, ...args)).rejects.toThrow(why)
    log.mockRestore()
    expect(printed).toHaveLength(7)
    const [taken, written, ...others] = printed.map((line) => JSON.parse(line))
    expect(taken).toMatchObject({
      taken: 8,
      skipped: expect.arrayContaining([expect.objectContaining({ name: 'Gaten', type: 'cloze', reason: expect.any(String) })]),
    })
    expect(written).toMatchObject({ written: 8, skipped: [] })
    expect(others.map(({ error }) => error.code)).toEqual([
      'arguments_invalid',
      'course_unknown',
      'file_unreadable',
      'format_unknown',
      'file_unwritable',
    ])
    expect(await readFile(out, 'utf8')).toContain('<question type="ordering">')
  })
})
