import {
  PDFHexString,
  PDFName,
  PDFOperator,
  PDFOperatorNames,
  type PDFContext,
  type PDFDocument,
  type PDFPage,
  type PDFRef,
} from '@cantoo/pdf-lib'

/** The standard structure types that documents here use. */
export type TagType = 'Document' | 'H1' | 'H2' | 'P' | 'Span' | 'Figure' | 'Table' | 'TR' | 'TH' | 'TD'

/** One element of a document's structure. */
export interface Tag {
  readonly ref: PDFRef
  readonly type: TagType
  readonly parent: PDFRef
  readonly alt?: string
  /** Alternative text. */
  readonly actual?: string
  /** Child elements and marked content, in reading order. */
  readonly kids: (PDFRef | { page: PDFRef; id: number })[]
}

/**
 * The structure of a document (tagged PDF, ISO 32000-1, 14.8): what a screen reader says and in which order. All content of a page is drawn
 * in `mark`, or in `artifact` when it is decoration.
 */
export class Tags {
  readonly document: Tag
  readonly #context: PDFContext
  readonly #root: PDFRef
  readonly #tags: Tag[] = []
  /** The element of each marked part, by page. */
  readonly #pages = new Map<PDFPage, PDFRef[]>()

  /** Sets the document's title (shown in the window's title bar) and language, and marks it as tagged. */
  constructor(
    readonly pdf: PDFDocument,
    { title, language }: { title: string; language: string },
  ) {
    this.#context = pdf.context
    this.#root = pdf.context.nextRef()
    pdf.setTitle(title, { showInWindowTitleBar: true })
    pdf.setLanguage(language)
    pdf.catalog.set(PDFName.of('MarkInfo'), pdf.context.obj({ Marked: true }))
    pdf.catalog.set(PDFName.of('StructTreeRoot'), this.#root)
    this.document = this.#make('Document', this.#root)
  }

  /** Appends an element to another one. A figure has an `alt`. */
  add(type: TagType, parent: Tag = this.document, more: Pick<Tag, 'alt' | 'actual'> = {}): Tag {
    const tag = this.#make(type, parent.ref, more)
    parent.kids.push(tag.ref)
    return tag
  }

  #make(type: TagType, parent: PDFRef, more: Pick<Tag, 'alt' | 'actual'> = {}): Tag {
    const tag: Tag = { ref: this.#context.nextRef(), type, parent, ...more, kids: [] }
    this.#tags.push(tag)
    return tag
  }

  /** Marks what `draw` puts on the page as content of the element. @param written text that replaces the glyphs for a reader */
  mark(page: PDFPage, tag: Tag, draw: () => void, written?: { text: string; direction: 'ltr' | 'rtl' }): void {
    // Text extractors reverse right-to-left glyphs and would reverse this text too. In that case it goes into the structure, otherwise
    // beside the content.
    const owner = written?.direction === 'rtl' ? this.add('Span', tag, { actual: written.text }) : tag
    const parts = this.#pages.get(page) ?? []
    this.#pages.set(page, parts)
    const id = parts.push(owner.ref) - 1
    owner.kids.push({ page: page.ref, id })
    begin(page, owner.type, `<< /MCID ${id} >>`)
    if (written?.direction === 'ltr') begin(page, 'Span', `<< /ActualText ${PDFHexString.fromText(written.text).toString()} >>`)
    draw()
    if (written?.direction === 'ltr') end(page)
    end(page)
  }

  /** Marks what `draw` puts on the page as decoration, or as a repetition. */
  artifact(page: PDFPage, draw: () => void): void {
    page.pushOperators(PDFOperator.of(PDFOperatorNames.BeginMarkedContent, [PDFName.of('Artifact')]))
    draw()
    end(page)
  }

  /** Writes the structure into the document. Call it once, after everything is drawn. */
  finish(): void {
    const context = this.#context
    for (const { ref, type, parent, alt, actual, kids } of this.#tags)
      context.assign(
        ref,
        context.obj({
          Type: 'StructElem',
          S: type,
          P: parent,
          ...(alt === undefined ? {} : { Alt: PDFHexString.fromText(alt) }),
          ...(actual === undefined ? {} : { ActualText: PDFHexString.fromText(actual) }),
          ...(type === 'TH' ? { A: { O: 'Table', Scope: 'Column' } } : {}),
          K: kids.map((kid) => ('page' in kid ? context.obj({ Type: 'MCR', Pg: kid.page, MCID: kid.id }) : kid)),
        }),
      )
    const numbers = [...this.#pages].flatMap(([page, parts], index) => {
      page.node.set(PDFName.of('StructParents'), context.obj(index))
      page.node.set(PDFName.of('Tabs'), PDFName.of('S'))
      return [index, parts]
    })
    context.assign(
      this.#root,
      context.obj({
        Type: 'StructTreeRoot',
        K: this.document.ref,
        ParentTree: { Nums: numbers },
        ParentTreeNextKey: this.#pages.size,
      }),
    )
  }
}

const begin = (page: PDFPage, name: string, properties: string) =>
  page.pushOperators(PDFOperator.of(PDFOperatorNames.BeginMarkedContentSequence, [PDFName.of(name), properties]))
const end = (page: PDFPage) => page.pushOperators(PDFOperator.of(PDFOperatorNames.EndMarkedContent))
