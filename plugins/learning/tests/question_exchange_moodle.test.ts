import { beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '#core/testing/app'
import { inLanguage } from '../question_types/parts.js'
import type { FoundQuestion } from '../server/question_exchange/report.js'

// Notation from Moodle's own fixtures (question/format/xml and gift of moodle/moodle, read in November 2026); the texts are ours.

let readGift: typeof import('../server/question_exchange/gift_in.js').readGift
let readMoodle: typeof import('../server/question_exchange/moodle_in.js').readMoodle

beforeAll(async () => {
  await testApp()
  ;({ readGift } = await import('../server/question_exchange/gift_in.js'))
  ;({ readMoodle } = await import('../server/question_exchange/moodle_in.js'))
})

const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const file = (...questions: string[]) => `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n${questions.join('\n')}\n</quiz>`
/** A question in Moodle's notation, with all its default elements. */
const question = (type: string, name: string, asked: string, rest: string) => `<!-- question: 5  -->
  <question type="${type}">
    <name><text>${name}</text>
</name>
    <questiontext format="html">
      <text><![CDATA[${asked}]]></text>
    </questiontext>
    <generalfeedback format="html"><text></text></generalfeedback>
    <defaultgrade>1.0000000</defaultgrade><penalty>0.3333333</penalty><hidden>0</hidden><idnumber></idnumber>
    ${rest}
  </question>`
const answer = (fraction: string, text: string, feedback = '') =>
  `<answer fraction="${fraction}" format="html"><text>\n${text}\n</text><feedback format="html"><text><![CDATA[${feedback}]]></text></feedback></answer>`
const combined = `<correctfeedback format="html"><text>Juist.</text></correctfeedback>
  <partiallycorrectfeedback format="html"><text>Deels juist.</text></partiallycorrectfeedback>
  <incorrectfeedback format="html"><text>Niet juist.</text></incorrectfeedback><shownumcorrect/>`

const codes = ({ notes }: FoundQuestion) => notes.map(({ code }) => code)
const marked = ({ question: { answers } }: FoundQuestion) =>
  answers.map(({ text, correct }) => `${correct ? '=' : '~'}${inLanguage(text, 'nl')}`)

describe('Moodle XML in the notation of Moodle', () => {
  it('imports categories as tags, using the last part of a nested one', async () => {
    const category = (path: string) =>
      `<question type="category"><category><text>${path}</text></category><info format="moodle_auto_format"><text>Over</text></info><idnumber></idnumber></question>`
    const yes = question('truefalse', 'Q', 'Waar?', answer('100', 'true') + answer('0', 'false'))
    const other = question('truefalse', 'R', 'Ook waar?', answer('100', 'true') + answer('0', 'false'))
    const { questions } = await readMoodle(
      file(category('$course$/top/Default for testhead/Steigers'), yes, category('$course$/top/Default for testhead'), other),
      'nl',
    )
    expect(questions.map(({ question: { tags } }) => tags)).toEqual([['Steigers'], []])
  })

  it('imports a choice with partial grades, hints and feedback, and reports what was lost', async () => {
    const hint = '<hint format="html"><text>&lt;p&gt;Denk aan de norm.&lt;/p&gt;</text><shownumcorrect/><clearwrong/></hint>'
    const rest = `<single>true</single><shuffleanswers>true</shuffleanswers><answernumbering>abc</answernumbering>${combined}${answer('100', '2,5 meter', '<p>Ja</p>')}${answer('50', '3 meter')}${answer('0', '10 meter')}${hint}<tags><tag><text>Hoogte</text></tag></tags>`
    const { questions, skipped } = await readMoodle(file(question('multichoice', 'Grens', '<p>Vanaf <b>welke</b> hoogte?</p>', rest)), 'nl')
    expect(skipped).toEqual([])
    const [one] = questions as [FoundQuestion]
    expect(marked(one)).toEqual(['=2,5 meter', '~3 meter', '~10 meter'])
    expect(codes(one).sort()).toEqual(['answer_feedback_left_out', 'hints_left_out', 'partly_right'])
    expect(one.question).toMatchObject({ feedbackCorrect: { nl: 'Juist.' }, feedbackIncorrect: { nl: 'Niet juist.' }, tags: ['Hoogte'] })
    const quiet = rest.replace(hint, '<hint format="html"><text></text></hint>').replace('<p>Ja</p>', '').replace('"50"', '"0"')
    expect(codes((await readMoodle(file(question('multichoice', 'Grens', 'Hoe hoog?', quiet)), 'nl')).questions[0]!)).toEqual([])
  })

  it('imports several right answers with minus points for wrong ones', async () => {
    const rest = `<single>false</single><shuffleanswers>true</shuffleanswers>${combined}${answer('50', 'Helm')}${answer('50', 'Harnas')}${answer('-100', 'Sjaal')}`
    const { questions } = await readMoodle(file(question('multichoice', 'PBM', 'Wat draag je?', rest)), 'nl')
    expect(questions[0]!.question.type).toBe('multiple')
    expect(marked(questions[0]!)).toEqual(['=Helm', '=Harnas', '~Sjaal'])
  })

  it('imports the single picture that Moodle 1.9 stored outside the text', async () => {
    const rest = `<image>pictures/dot.png</image><image_base64>\n${DOT.slice(0, 40)}\n${DOT.slice(40)}\n</image_base64><single>true</single><shuffleanswers>1</shuffleanswers>${answer('0', 'Fout')}${answer('100', 'Goed')}`
    const { questions, skipped } = await readMoodle(file(question('multichoice', 'Oud', 'Wat zie je?', rest)), 'nl')
    expect(skipped).toEqual([])
    expect(questions[0]!.picture).toMatchObject({ contentType: 'image/png' })
    expect(codes(questions[0]!)).toContain('picture_alt_missing')
    // An empty picture element, which most questions of that version have, is not a picture.
    const none = rest.replace('pictures/dot.png', '').replace(/<image_base64>[\s\S]*<\/image_base64>/, '')
    expect((await readMoodle(file(question('multichoice', 'Oud', 'Wat zie je?', none)), 'nl')).questions[0]!.picture).toBeNull()
  })

  it('skips a question that cannot be answered without its sound, video or document', async () => {
    const rest = `<single>true</single>${answer('100', 'Goed')}${answer('0', 'Fout')}`
    for (const asked of [
      '<a href="@@PLUGINFILE@@/geluid.mp3">Luister</a> en zeg wat je hoort',
      '<video controls><source src="@@PLUGINFILE@@/film.mp4"></video> Wat zie je?',
      '<audio src="@@PLUGINFILE@@/geluid.ogg"></audio> Wat hoor je?',
    ]) {
      const { skipped, questions } = await readMoodle(file(question('multichoice', 'Geluid', asked, rest)), 'nl')
      expect([asked, questions.length, skipped.map(({ code }) => code)]).toEqual([asked, 0, ['file_in_text']])
    }
    // A link to another site is just text.
    const link = '<a href="https://example.org/norm">De norm</a> zegt wat?'
    expect((await readMoodle(file(question('multichoice', 'Link', link, rest)), 'nl')).questions).toHaveLength(1)
  })

  it('reports why a cloze, an essay, a calculated and a drawn question are not imported', async () => {
    const cloze = question('cloze', 'Gaten', 'Hoog: {1:MULTICHOICE:=2,5#Ja~10#Nee} {1:SHORTANSWER:%100%Helm~%50%Hoed~*#Nee}', '')
    const others = ['multianswer', 'essay', 'calculatedmulti', 'ddwtos', 'randomsamatch'].map((type) => question(type, type, 'Vraag', ''))
    const { skipped } = await readMoodle(
      file(cloze, ...others, question('kprime', 'K', 'Vraag', ''), question('constructor', 'C', 'Vraag', '')),
      'nl',
    )
    expect(skipped.map(({ type, code }) => `${type} ${code}`)).toEqual([
      'cloze type_not_taken',
      'multianswer type_not_taken',
      'essay type_not_taken',
      'calculatedmulti type_not_taken',
      'ddwtos type_not_taken',
      'randomsamatch type_not_taken',
      'kprime type_unknown',
      'constructor type_unknown',
    ])
    expect(skipped[0]!.reason).toMatch(/gap/)
    // Only the first can be imported in a simpler form on request.
    expect(skipped.map(({ simpler }) => simpler)).toEqual([true, ...Array(7).fill(undefined)])
  })

  it('imports each gap of a text as a separate question, on request', async () => {
    const cloze = question(
      'cloze',
      'Gaten',
      'Vanaf {1:MULTICHOICE:=2,5 m#Ja~10 m\\~#Nee} draag je een {1:SHORTANSWER_C:%100%Helm~=Bouwhelm~%50%Hoed~*#Nee} van {:NM:=400:50} gram en {1:MULTIRESPONSE:=schoenen~%50%handschoenen~slippers}.',
      '<tags><tag><text>Hoogte</text></tag></tags>',
    )
    const option = (text: string, group: number) => `<selectoption><text>${text}</text><group>${group}</group></selectoption>`
    const list = question(
      'gapselect',
      'Lijst',
      '<p>[[1]] is [[3]].</p>',
      option('Rood', 1) + option('Blauw', 1) + option('verbod', 2) + option('gebod', 2),
    )
    const broken = question('cloze', 'Stuk', 'Hoog: {1:REGEXP:=a~b}', '')
    const none = question('ddwtos', 'Leeg', 'Niets [[9]]', '')
    const { questions, skipped } = await readMoodle(file(cloze, list, broken, none), 'nl', { simpler: true })
    expect(skipped.map(({ name, code, simpler }) => [name, code, simpler])).toEqual([
      ['Stuk', 'gaps_unreadable', undefined],
      ['Leeg', 'gaps_unreadable', undefined],
    ])
    expect(questions.map(({ name, question: { type, text } }) => [name, type, text.nl])).toEqual([
      ['Gaten 1', 'single', 'Vanaf _____ draag je een … van … gram en ….'],
      ['Gaten 2', 'short_text', 'Vanaf … draag je een _____ van … gram en ….'],
      ['Gaten 3', 'number', 'Vanaf … draag je een … van _____ gram en ….'],
      ['Gaten 4', 'multiple', 'Vanaf … draag je een … van … gram en _____.'],
      ['Lijst 1', 'single', '_____ is ….'],
      ['Lijst 2', 'single', '… is _____.'],
    ])
    expect([0, 3, 4, 5].map((index) => marked(questions[index]!))).toEqual([
      ['=2,5 m', '~10 m~'],
      ['=schoenen', '=handschoenen', '~slippers'],
      ['=Rood', '~Blauw'],
      ['=verbod', '~gebod'],
    ])
    expect(questions[1]!.question.content).toEqual({ accepted: { nl: ['Helm', 'Bouwhelm'] }, case_sensitive: true })
    expect(questions[2]!.question.content).toEqual({ ranges: [{ value: 400, tolerance: 50 }] })
    expect(questions.every((one) => codes(one).includes('gap_of_text'))).toBe(true)
    expect(questions[0]!.question.tags).toEqual(['Hoogte'])
  })

  it('reads no more gaps than the limit, whatever the file contains', async () => {
    const many = question('cloze', 'Veel', '{1:SA:=a}'.repeat(5000), '')
    const { skipped } = await readMoodle(file(many), 'nl', { simpler: true })
    expect(skipped.map(({ code }) => code)).toEqual(['gaps_too_many'])
  })

  it('imports dragged pairs as pairs to choose', async () => {
    const pair = (item: string, option: string) =>
      `<subquestion format="html"><text>${item}</text><answer format="html"><text>&lt;b&gt;${option}&lt;/b&gt;</text></answer></subquestion>`
    const { questions } = await readMoodle(
      file(question('ddmatch', 'Sleep', 'Wat hoort bij wat?', pair('Rood', 'Verbod') + pair('Blauw', 'Gebod'))),
      'nl',
    )
    expect(questions[0]!.question).toMatchObject({
      type: 'match',
      content: { options: [{ text: { nl: 'Verbod' } }, { text: { nl: 'Gebod' } }] },
    })
  })
})

describe('Moodle XML of real courses', () => {
  const choice = (asked: string, right: string, rest = '') =>
    question(
      'multichoice',
      'Q',
      asked,
      `<single>true</single><shuffleanswers>true</shuffleanswers>${answer('100', `<![CDATA[${right}]]>`)}${answer('0', 'Niets')}${rest}`,
    )
  const one = async (asked: string, right = 'Goed', rest = '') => {
    const { questions, skipped } = await readMoodle(file(choice(asked, right, rest)), 'nl')
    expect(skipped).toEqual([])
    return questions[0]!
  }

  it('is imported in one of its languages, with a note', async () => {
    const spans = (nl: string, en: string) =>
      `<span lang="en" class="multilang">${en}</span> <span class="multilang" lang="nl">${nl}</span>`
    const read = await one(`<p>${spans('Wat draag je?', 'What do you wear?')} (1)</p>`, spans('Een helm', 'A helmet'))
    expect([read.question.text.nl, marked(read)[0], codes(read)]).toEqual(['Wat draag je? (1)', '=Een helm', ['languages_left_out']])
    const marks = await one('{mlang en}Which?{mlang}{mlang nl,fr}Welke?{mlang} Nu.')
    expect(marks.question.text.nl).toBe('Welke? Nu.')
    expect((await one('{mlang de}Welche?{mlang}{mlang other}Any?{mlang}')).question.text.nl).toBe('Any?')
    expect((await one('<lang lang="nl">Oud</lang><lang lang="en">Old</lang>')).question.text.nl).toBe('Oud')
    // A text that is marked for one language only, and other spans, are complete.
    const plain = await one('<span lang="fr">Bonjour</span> is <span class="multilang" lang="en">hello</span>?')
    expect([plain.question.text.nl, codes(plain)]).toEqual(['Bonjour is hello?', []])
  })

  it('keeps the meaning of raised and lowered signs', async () => {
    const read = await one('10<sup>3</sup> m<sup>2</sup> CO<sub>2</sub> is x<sup>a+b</sup> en 1<sup>−6</sup>', '5 m<sup>3</sup>')
    expect([read.question.text.nl, marked(read)[0]]).toEqual(['10³ m² CO₂ is x^a+b en 1⁻⁶', '=5 m³'])
  })

  it('takes a picture that was pasted into the text, and says which pictures of the feedback were lost', async () => {
    const pasted = await one(`Wat zie je? <img alt="Stip" src="data:image/png;base64,${DOT}">`)
    expect(pasted.picture).toMatchObject({ contentType: 'image/png' })
    const general = '<generalfeedback format="html"><text><![CDATA[Zie <img src="@@PLUGINFILE@@/a.png">]]></text></generalfeedback>'
    const asked = file(choice('Wat?', 'Goed').replace(/<generalfeedback.*<\/generalfeedback>/, general))
    expect(codes((await readMoodle(asked, 'nl')).questions[0]!)).toEqual(['feedback_file_left_out'])
  })

  it('reads a category with a slash in its name', async () => {
    const category = '<question type="category"><category><text>$course$/top/Milieu/Afval//Water</text></category></question>'
    const { questions } = await readMoodle(file(category, choice('Wat?', 'Goed')), 'nl')
    expect(questions[0]!.question.tags).toEqual(['Afval/Water'])
  })

  it('takes the types of plugins that ask for all right answers', async () => {
    for (const type of ['multichoiceset', 'oumultiresponse']) {
      const { questions } = await readMoodle(file(question(type, 'Q', 'Wat?', answer('100', 'Helm') + answer('100', 'Bril') + answer('0', 'Sjaal'))), 'nl') // prettier-ignore
      expect([questions[0]!.question.type, marked(questions[0]!)]).toEqual(['multiple', ['=Helm', '=Bril', '~Sjaal']])
    }
  })

  it('reads parts that are never closed as text', async () => {
    const read = await one(`${'<span class="multilang" lang="en">'.repeat(20_000)}Wat?`)
    expect(read.question.text.nl).toBe('Wat?')
  })
})

describe('GIFT in the notation of Moodle’s own fixture', () => {
  const read = (text: string) => readGift(text, 'nl')

  it('imports names, formats, comments and feedback in each notation', () => {
    const { questions, skipped } = read(`// essay
::Q8:: Hoe gaat het? {}

// question: 2  name: Koppelen
::Koppelen::[html]Welk <b>middel</b> hoort bij wat?{
    =[html]Tegen vallende voorwerpen -> Helm
    =[moodle]Tegen vallen van hoogte -> Harnas
    =[plain]Tegen splinters -> Bril
    = -> Sjaal
}

// feedback for right and wrong
::Q2:: Welke kleur heeft een gebodsbord?
{
    =blauw # goed!
    ~rood # [html]nee, <i>blauw</i>
    ~[plain]geel # nee
}

::kleuren:: Welke horen bij gevaar?
{
    ~%50%geel # goed
    ~%-100%wit # [html]nee
    ~%50%zwart # goed
    ~%-100%[plain]paars
}

// range with a margin
::Q5:: Noem een getal van 1 tot 5. {#3:2~#Helemaal niet}

::Kort::Wat draag je op je hoofd?{
    =Helm#Goed!
    =%50%Pet#Half
    =%0%*#Nee
}

// general feedback
::Q1:: Een ladder is een werkplek.{
FALSE#Een ladder is een weg omhoog.#Dat klopt.
####Werk doe je op een steiger.}

::2-08 TSL::Een helm verloopt.{T}

::2-09 TSL::Een bril ook.{TRUE}
`)
    expect(skipped.map(({ name, type }) => [name, type])).toEqual([['Q8', 'essay']])
    expect(questions.map(({ name, question: { type } }) => `${name} ${type}`)).toEqual([
      'Koppelen match',
      'Q2 single',
      'kleuren multiple',
      'Q5 number',
      'Kort short_text',
      'Q1 true_false',
      '2-08 TSL true_false',
      '2-09 TSL true_false',
    ])
    const by = (name: string) => questions.find((one) => one.name === name)!
    expect(by('Koppelen').question.content.options).toHaveLength(4)
    expect(by('Koppelen').question.answers).toHaveLength(3)
    expect(marked(by('Q2'))).toEqual(['=blauw', '~rood', '~geel'])
    expect(marked(by('kleuren'))).toEqual(['=geel', '~wit', '=zwart', '~paars'])
    expect(by('Q5').question.content.ranges).toEqual([{ value: 3, tolerance: 2 }])
    expect(by('Kort').question.content.accepted).toEqual({ nl: ['Helm'] })
    expect(codes(by('Kort'))).toContain('partly_right')
    expect(by('Kort').question).toMatchObject({ feedbackCorrect: { nl: 'Goed!' }, feedbackIncorrect: { nl: 'Nee' } })
    expect(by('Q5').question.feedbackIncorrect).toEqual({ nl: 'Helemaal niet' })
    expect(by('Q1').question).toMatchObject({
      feedbackCorrect: { nl: 'Dat klopt. Werk doe je op een steiger.' },
      feedbackIncorrect: { nl: 'Een ladder is een weg omhoog. Werk doe je op een steiger.' },
    })
  })
})
