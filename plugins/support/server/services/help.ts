import MarkdownIt from 'markdown-it'
import { type HelpArticle, helpArticles, pathForHelp } from '#core/kit/help'
import type { Session } from '#core/kit/scope'

// Articles come with plugins. Raw HTML is still off, because no article needs it.
const markdown = new MarkdownIt({ html: false })

const PAGE_LINK = /\[([^\]]+)\]\(page:([\w.]+)\)/g

/** `[Deelnemers](page:people.participants)` becomes a link, or plain text for a person who may not open that page. */
const withPaths = (text: string, session: Session) =>
  text.replaceAll(PAGE_LINK, (_, words: string, page: string) => {
    const path = pathForHelp(page, session, session.enabledPlugins)
    return path ? `[${words}](${path})` : words
  })

/** Markdown as plain text, for the marks that articles use: links and bold. */
const plainText = (text: string) =>
  text
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll('**', '')
    .replaceAll('\n', ' ')

export interface ShownArticle {
  plugin: string
  topic: HelpArticle['topic']
  name: string
  title: string
  /** Its first paragraph, without markup. */
  summary: string
  /** Safe to render: Markdown without raw HTML. */
  html: string
}

/** The help articles that this person can use, in their language. */
export function helpFor(session: Session): ShownArticle[] {
  return helpArticles(session, session.enabledPlugins, session.row.language).map(({ plugin, topic, name, title, text }) => ({
    ...{ plugin, topic, name, title },
    summary: plainText(text.split('\n\n')[0]!),
    html: markdown.render(withPaths(text, session)),
  }))
}
