import type { PublicContent, PublicItem, PublicSection, PublicVisit } from '#core/contract/public_site'
import { serviceOf } from '#core/kit/services'
import { textIn, translate } from '#core/kit/words'
import { catalogueService, type PublicCourse } from '#plugins/catalogue/contract/index'
import { interestPath, leadsService } from '#plugins/marketing/contract/index'
import type { Sector } from '#plugins/learning/contract/offers'
import {
  type Block,
  LANDING_PAGES,
  type LandingContent,
  type LandingKey,
  landingPath,
  picturePath,
  type Text,
  WRITTEN,
} from '../../blocks.js'
import { contactOf, hrefOf } from './hrefs.js'

const LOOKS = {
  hero: 'opening',
  gains: 'cards',
  courses: 'cards',
  numbers: 'figures',
  questions: 'questions',
  voices: 'quotes',
  contact: 'closing',
} as const satisfies Record<Block['type'], PublicSection['look']>

/** Maximum number of exams on the card of a course. */
const MOMENTS = 3
const COURSES_ID = 'trainingen'

interface Context {
  visit: PublicVisit
  sector: Sector
  courses: readonly PublicCourse[]
  contact: string
  /** The address of the form to leave details; null if nobody follows up. */
  interest: string | null
}

/** The languages in which a page was written; Dutch is always one. */
const writtenIn = ({ title }: LandingContent) => WRITTEN.filter((language) => language === 'nl' || title[language])

/** Renders a landing page for visitors, in the scope of a public site. */
export async function pageOf(key: LandingKey, content: LandingContent, visited: PublicVisit): Promise<PublicContent> {
  const languages = writtenIn(content)
  const language = languages.find((one) => one === visited.language) ?? languages.at(-1)!
  const visit = { ...visited, language }
  const { sector, theme, colors } = LANDING_PAGES[key]
  const courses = (await (await serviceOf(catalogueService))?.publicCourses(sector, visit)) ?? []
  const contact = await contactOf(sector, visit)
  const interest = (await serviceOf(leadsService)) ? hrefOf(interestPath(key), visit) : null
  const title = read(content.title, visit)
  const canonical = visit.address(landingPath(key))
  return {
    title,
    description: read(content.description, visit),
    canonical,
    languages,
    language,
    picture: new URL(picturePath(key), canonical).href,
    framedBy: [],
    colors: { ...colors, theme },
    items: [],
    sections: content.blocks.flatMap((block, index) => sectionOf(block, index, { visit, sector, courses, contact, interest })),
    structured: {
      '@context': 'https://schema.org',
      '@graph': [
        { '@type': 'WebPage', name: title, description: read(content.description, visit), url: canonical, inLanguage: visit.language },
        ...coursesData(content, courses),
        ...questionsData(content, visit),
      ],
    },
  }
}

/** A text without a translation is shown in Dutch. */
const read = (text: Text, { language }: Pick<PublicVisit, 'language'>) =>
  textIn(Object.fromEntries(Object.entries(text).filter(([, words]) => words)), language)

/** Omitted if there is nothing to show: no courses, or no quotes yet. */
function sectionOf(block: Block, index: number, context: Context): PublicSection[] {
  const { visit } = context
  const items = block.type === 'courses' ? context.courses.map((course) => courseItem(course, visit)) : itemsOf(block, visit)
  if (!items.length && ['courses', 'voices', 'numbers', 'questions'].includes(block.type)) return []
  return [
    {
      id: block.type === 'courses' ? COURSES_ID : `deel-${index + 1}`,
      look: LOOKS[block.type],
      heading: read(block.heading, visit),
      text: read(block.text, visit),
      items,
      links: linksOf(block, context),
    },
  ]
}

const itemsOf = ({ items }: Block, visit: PublicVisit): PublicItem[] =>
  items.map(({ title, text }) => ({ name: read(title, visit), text: read(text, visit) })).filter(({ name, text }) => name || text)

function courseItem({ name, text, path, picture, minutes, moments }: PublicCourse, visit: PublicVisit): PublicItem {
  const { language } = visit
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'Europe/Amsterdam' })
  const facts = moments.slice(0, MOMENTS).map(({ starts_at: at, city, seats_left: seats }) => {
    const words = { day: day.format(new Date(at)), city, seats }
    return translate(language, seats > 0 ? 'landing_pages.public.moment' : 'landing_pages.public.moment_full', words)
  })
  const duration = translate(language, 'landing_pages.public.minutes', { minutes })
  return { name, text, href: hrefOf(path, visit), facts: [duration, ...facts], ...(picture && { picture }) }
}

function linksOf({ type, button }: Block, { visit, sector, courses, contact, interest }: Context): PublicSection['links'] {
  const label = read(button, visit)
  const catalogue = hrefOf(`/trainingen/catalogus/webflow/${sector}`, visit)
  const word = (id: string) => translate(visit.language, `landing_pages.public.${id}`)
  if (type === 'hero') return label ? [{ label, href: courses.length ? `#${COURSES_ID}` : contact }] : []
  if (type === 'courses') return label ? [{ label, href: catalogue }] : []
  if (type !== 'contact') return []
  // The waiting list is in the popup of a course.
  return [
    { label: label || word('contact'), href: contact },
    ...(interest ? [{ label: word('interest'), href: interest }] : []),
    ...(courses.length ? [{ label: word('waiting_list'), href: catalogue }] : []),
  ]
}

function coursesData({ blocks }: LandingContent, courses: readonly PublicCourse[]): object[] {
  if (!courses.length || !blocks.some(({ type }) => type === 'courses')) return []
  const items = courses.map(({ structured }, index) => ({ '@type': 'ListItem', position: index + 1, item: structured }))
  return [{ '@type': 'ItemList', numberOfItems: items.length, itemListElement: items }]
}

function questionsData({ blocks }: LandingContent, visit: PublicVisit): object[] {
  const questions = blocks.filter(({ type }) => type === 'questions').flatMap((block) => itemsOf(block, visit))
  if (!questions.length) return []
  const entity = ({ name, text }: PublicItem) => ({ '@type': 'Question', name, acceptedAnswer: { '@type': 'Answer', text } })
  return [{ '@type': 'FAQPage', mainEntity: questions.map(entity) }]
}
