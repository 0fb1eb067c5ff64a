const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** The words of HTML that was sanitised, in their order; a tag is a space between them. Pure. */
export function wordsOfHtml(clean: string): string {
  return clean.replace(/<[^>]*>/g, ' ').replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_all, name: string) => NAMED[name]!)
}
