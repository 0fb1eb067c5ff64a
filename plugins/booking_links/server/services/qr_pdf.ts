import { PDFDocument, rgb } from '@cantoo/pdf-lib'
import { type Tag, Tags, Typesetter } from '#core/kit/pdf'
import { qrPath } from '#core/kit/qr'
import { ensureContrast, parseHex } from '#themes/color'

/** A4, in points. */
const WIDTH = 595.28
const HEIGHT = 841.89
const QR = 320
const TEXT_WIDTH = WIDTH - 120

export interface Sheet {
  /** The name of the company. */
  title: string
  /** The instruction for the code. */
  text: string
  address: string
  language: string
  /** The company's brand colour, as `#0b4f6c`. */
  color: string
}

const ink = (hex: string) => {
  const { r, g, b } = parseHex(hex)!
  return rgb(r / 255, g / 255, b / 255)
}

/** A sheet to print and hang up: the company, the code and its address. Runs in a worker thread. @returns the PDF's bytes */
export default async function drawSheet({ title, text, address, language, color }: Sheet): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const type = await Typesetter.for(document, [title, text, address])
  const page = document.addPage([WIDTH, HEIGHT])
  const tags = new Tags(document, { title, language })
  const write = (tag: Tag, words: string, y: number, { size, weight, hex }: { size: number; weight: 400 | 600; hex: string }) => {
    const fitted = type.fit(words, weight, [size, size * 0.8, size * 0.6], TEXT_WIDTH, 3)
    fitted.lines.forEach((line, index) =>
      type.drawTagged(tags, tag, page, line, {
        x: (WIDTH - type.width(line, weight, fitted.size)) / 2,
        y: y - index * fitted.size * 1.3,
        ...{ size: fitted.size, weight, color: ink(hex) },
      }),
    )
  }
  tags.artifact(page, () => page.drawRectangle({ x: 0, y: HEIGHT - 24, width: WIDTH, height: 24, color: ink(color) }))
  write(tags.add('H1'), title, HEIGHT - 130, { size: 40, weight: 600, hex: ensureContrast(color, '#ffffff') })
  write(tags.add('P'), text, HEIGHT - 230, { size: 20, weight: 400, hex: '#14181f' })
  const { path, modules } = qrPath(address)
  tags.mark(page, tags.add('Figure', tags.document, { alt: `QR: ${address}` }), () =>
    page.drawSvgPath(path, { x: (WIDTH - QR) / 2, y: 200 + QR, scale: QR / modules, color: ink('#000000') }),
  )
  write(tags.add('P'), address, 150, { size: 14, weight: 400, hex: '#525b69' })
  tags.finish()
  return document.save()
}
