import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { signInAs, testApp } from '#core/testing/app'
import { measure, unsafePart } from '../server/course_import/pictures.js'
import { participationIn, participations } from './journey.js'

const cover = new URL('../courses/werken-op-hoogte/pictures/cover.svg', import.meta.url)
const svg = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">${inner}</svg>`

describe('a picture of a course', () => {
  it('is detected by its content, with its size', async () => {
    expect(measure(await readFile(cover))).toEqual({ contentType: 'image/svg+xml', width: 800, height: 450 })
    const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAAC0lEQVR4nGNgQAcAABIAAeRVjecAAAAASUVORK5CYII=', 'base64')
    expect(measure(png)).toEqual({ contentType: 'image/png', width: 2, height: 3 })
    const jpeg = Buffer.from('ffd8ffe000044a46ffc0000b080007000901011100ffd9', 'hex')
    expect(measure(jpeg)).toEqual({ contentType: 'image/jpeg', width: 9, height: 7 })
    for (const other of ['GIF89a', '%PDF-1.7', '', '<html>', '<svg>', jpeg.subarray(0, 8), png.subarray(0, 20)]) {
      expect(measure(Buffer.from(other))).toBeNull()
    }
  })

  it('has at most 8,000 pixels per side, whatever its type', () => {
    const png = (width: number, height: number) => {
      const head = Buffer.from('89504e470d0a1a0a0000000d494844520000000000000000080600000000000000', 'hex')
      head.writeUInt32BE(width, 16)
      head.writeUInt32BE(height, 20)
      return head
    }
    const jpeg = (width: number, height: number) => {
      const head = Buffer.from('ffd8ffe000044a46ffc0000b080000000001011100ffd9', 'hex')
      head.writeUInt16BE(height, 13)
      head.writeUInt16BE(width, 15)
      return head
    }
    const drawing = (width: number, height: number) =>
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"/>`)
    for (const make of [png, jpeg, drawing]) {
      expect(measure(make(8000, 8000))).toMatchObject({ width: 8000, height: 8000 })
      for (const [width, height] of [
        [8001, 10],
        [10, 8001],
        [0, 10],
      ] as const)
        expect(measure(make(width, height)), `${make.name} ${width} x ${height}`).toBeNull()
    }
    expect(measure(png(100_000, 100_000))).toBeNull()
  })

  it('is refused if the drawing contains anything but drawing elements', () => {
    expect(unsafePart(svg('<g transform="scale(2)"><path d="M0 0"/></g><use href="#a"/>'))).toBeNull()
    for (const inner of [
      '<script>alert(1)</script>',
      '<path d="M0 0" onload="alert(1)"/>',
      '<path d="M0 0" ONLOAD="x"/>',
      "<path d='M0 0' onload='x'/>",
      '<foreignObject><p>x</p></foreignObject>',
      '<image href="https://evil.example/x.png"/>',
      '<use href="https://evil.example/x.svg#a"/>',
      '<rect fill="url(https://evil.example)"/>',
      '<style>*{fill:red}</style>',
      '<a href="#x"><path d="M0 0"/></a>',
      '<![CDATA[x]]>',
      '&xxe;',
    ]) {
      expect([inner, unsafePart(svg(inner))]).toEqual([inner, expect.objectContaining({ line: 1 })])
    }
    expect(unsafePart(`<!DOCTYPE svg [<!ENTITY a "b">]>${svg('')}`)).not.toBeNull()
  })

  it('is named by its content, cached by browsers, and only readable by participants', async () => {
    await testApp()
    const client = await signInAs('leerling@noordwind.example')
    const id = await participationIn(client, 'Werken op hoogte')
    const { picture } = (await client.get(`${participations}/${id}`)).body.data
    const content = await readFile(cover)
    expect(picture).toMatchObject({
      url: `/api/learning/pictures/${createHash('sha256').update(content).digest('hex')}`,
      width: 800,
      height: 450,
      alt: expect.stringMatching(/\w{4}/),
    })
    const { status, headers, body } = await client.get(picture.url)
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'image/svg+xml',
      'private, max-age=31536000, immutable',
    ])
    // Opened directly, it still runs no script.
    expect(headers.get('content-security-policy')).toContain('sandbox')
    expect(String(body)).toBe(content.toString('utf8'))
    expect((await client.get(`/api/learning/pictures/${'0'.repeat(64)}`)).status).toBe(404)
  })
})

describe('Markdown of a course', () => {
  const render = async (text: string) => {
    await testApp()
    const { renderMarkdown } = await import('../server/course_import/markdown.js')
    const picture = { hash: 'a'.repeat(64), contentType: 'image/svg+xml' as const, width: 8, height: 4 }
    return renderMarkdown(text, { language: 'nl', pictures: { 'pictures/a.svg': picture } })
  }

  it('renders pictures as figures, with alternative text', async () => {
    expect(await render('![Een "harnas"](pictures/a.svg "Zo <zit> het")')).toBe(
      `<figure><img src="/api/learning/pictures/${'a'.repeat(64)}" alt="Een &quot;harnas&quot;" width="8" height="4" loading="lazy" />` +
        '<figcaption>Zo &lt;zit&gt; het</figcaption></figure>\n',
    )
    expect(await render('![x](https://evil.example/x.png) ![y](pictures/other.svg)')).not.toContain('<img')
  })

  it('renders callouts, with the default title of the language or their own', async () => {
    expect(await render(':::danger\nBlijf *weg*.\n:::')).toBe(
      '<div class="callout callout-danger" role="note"><p class="callout-title">Gevaar</p>\n<p>Blijf <em>weg</em>.</p>\n</div>\n',
    )
    expect(await render(':::tip Kijk <b>om</b>\nx\n:::')).toContain('<p class="callout-title">Kijk &lt;b&gt;om&lt;/b&gt;</p>')
  })
})
