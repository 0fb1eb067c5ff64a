const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** The text of sanitised HTML, in order; each tag becomes a space. Pure. */
export function wordsOfHtml(clean: string): string {
  return clean.replace(/<[^>]*>/g, ' ').replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_all, name: string) => NAMED[name]!)
}
