import { Buffer } from 'node:buffer'
import { describe, expect, it } from 'vitest'
import parseMessages, { repaired, textOfHtml } from '../server/services/parse_messages.js'
import { type RawMessage, splitMailbox } from '../server/services/split_mailbox.js'

// Splitting and parsing mailboxes with any content. These tests need no server.

/** Yields chunks of the given size, as a disk does. */
async function* piecesOf(content: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
}

async function split(content: string | Buffer, size = 7): Promise<RawMessage[]> {
  const found: RawMessage[] = []
  for await (const one of splitMailbox(piecesOf(Buffer.from(content as string), size))) found.push(one)
  return found
}
const textOf = ({ bytes }: RawMessage) => bytes.toString('latin1')
const read = async (content: string | Buffer) => parseMessages(await split(content, 4096))

const FROM = 'From ada@lovelace.example Mon Jan  5 10:00:00 2026\n'
const mail = (head: string, body: string) => `${FROM}Subject: Hallo\nFrom: Ada <ada@lovelace.example>\n${head}\n${body}\n\n`

describe('a mailbox', () => {
  it('is split at its separators, in chunks of any size', async () => {
    const box = mail('', 'een') + mail('', 'twee') + mail('', 'drie')
    for (const size of [1, 7, 64, 100_000]) {
      const found = await split(box, size)
      expect([size, found.length]).toEqual([size, 3])
      expect(textOf(found[1]!)).toContain('twee')
      expect(textOf(found[1]!)).not.toContain('drie')
    }
    expect((await split(box.replaceAll('\n', '\r\n'), 13)).length).toBe(3)
  })

  it('is not split where a line in a body starts with From', async () => {
    const box = mail('', 'Zie hieronder.\n\nFrom here on it is easy.\nFrom ada it came\n\n>From quoted\n>>From twice') + mail('', 'twee')
    const found = await split(box)
    expect(found.length).toBe(2)
    expect(textOf(found[0]!)).toContain('\nFrom here on')
    expect(textOf(found[0]!)).toContain('\nFrom quoted\n>From twice')
  })

  it('is split where the empty line before a separator is missing, and at every kind of separator', async () => {
    const rest = 'Subject: x\n\nbody\n'
    const kinds = [
      'From - Mon Jan 05 10:00:00 2026\n',
      'From 1790055@xxx Mon Jan 05 10:00:00 +0000 2026\n',
      'From MAILER-DAEMON Mon Jan  5 10:00:00 2026\n',
      '\nFrom nobody@example.com\n',
    ]
    expect((await split(kinds.map((kind) => kind + rest).join(''))).length).toBe(4)
  })

  it('yields nothing for an empty file, and one message for a file without a separator', async () => {
    expect(await split('')).toEqual([])
    expect(await split('\n\n \n'.replace(' ', ''))).toEqual([])
    expect((await split('Subject: los\n\nEen bericht\n')).length).toBe(1)
  })

  it('truncates a message that is too large, and continues after it', async () => {
    const line = Buffer.alloc(1024 * 1024, 'woorden en letters! ')
    line[line.length - 1] = 10
    async function* huge(): AsyncGenerator<Buffer> {
      yield Buffer.from(mail('', 'begin'))
      for (let megabyte = 0; megabyte < 120; megabyte++) yield line
      // And one without any line break.
      for (let megabyte = 0; megabyte < 40; megabyte++) yield Buffer.alloc(1024 * 1024, 'a')
      yield Buffer.from(`\n\n${mail('', 'erna')}`)
    }
    const found: RawMessage[] = []
    for await (const one of splitMailbox(huge())) found.push(one)
    expect(found.map(({ cut }) => cut)).toEqual([true, false])
    expect(Math.max(...found.map(({ bytes }) => bytes.length))).toBeLessThanOrEqual(8 * 1024 * 1024)
    expect(textOf(found[1]!)).toContain('erna')
  })

  it('lists attachments by name without their content', async () => {
    const picture = Buffer.alloc(6 * 1024 * 1024, 1)
      .toString('base64')
      .replace(/(.{76})/g, '$1\n')
    const parts = [
      '--x\nContent-Type: text/plain\n\nMet bijlage',
      `--x\nContent-Type: image/png; name="foto één.png"\nContent-Transfer-Encoding: base64\nContent-Disposition: attachment; filename="foto.png"\n\n${picture}`,
      '--x\nContent-Type: application/pdf\nContent-Disposition: attachment; filename="rapport.pdf"\nContent-Transfer-Encoding: base64\n\nJVBERi0=',
      '--x--',
    ]
    const box = mail('Content-Type: multipart/mixed; boundary=x\n', parts.join('\n'))
    const [raw] = await split(box, 65_536)
    expect(raw!.bytes.length).toBeLessThan(1024 * 1024)
    expect(await read(box)).toMatchObject([{ text: 'Met bijlage', attachments: 'foto.png, rapport.pdf', note: null }])
  })
})

describe('a message', () => {
  const one = async (content: string | Buffer) => (await read(content))[0]!

  it('has sender, date, subject and text', async () => {
    const box = mail(
      'Date: Mon, 05 Jan 2026 10:00:00 +0100\nTo: Bob <bob@example.com>, carol@example.com\nMessage-ID: <1@example>\n',
      'Dag Bob',
    )
    expect(await one(box)).toEqual({
      ...{ date: '2026-01-05T09:00:00.000Z', from_name: 'Ada', from_address: 'ada@lovelace.example', subject: 'Hallo', text: 'Dag Bob' },
      ...{ to: 'Bob <bob@example.com>, carol@example.com', cc: '', attachments: '', message_id: '<1@example>', note: null },
    })
    expect(await one(mail('Date: gisteren\n', 'x'))).toMatchObject({ date: null })
  })

  it.each([
    ['utf-8', Buffer.from('café € ☺'), 'café € ☺'],
    ['iso-8859-1', Buffer.from('café', 'latin1'), 'café'],
    ['windows-1252', Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x20, 0x80]), 'café €'],
    ['iso-8859-15', Buffer.from([0xa4]), '€'],
    ['koi8-r', Buffer.from([0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4]), 'Привет'],
    ['shift_jis', Buffer.from([0x93, 0xfa, 0x96, 0x7b]), '日本'],
    ['gb18030', Buffer.from([0xc4, 0xe3, 0xba, 0xc3]), '你好'],
    // The declared charset differs from the real one.
    ['utf-8', Buffer.from('café', 'latin1'), 'café'],
    ['us-ascii', Buffer.from('café', 'utf8'), 'café'],
    ['iso-8859-1', Buffer.from('café', 'utf8'), 'café'],
    ['no-such-charset', Buffer.from('gewoon'), 'gewoon'],
  ])('in %s is decoded (%#)', async (charset, bytes, text) => {
    const head = Buffer.from(mail(`Content-Type: text/plain; charset=${charset}\nContent-Transfer-Encoding: 8bit\n`, '').trimEnd() + '\n\n')
    expect((await one(Buffer.concat([head, bytes, Buffer.from('\n')]))).text).toBe(text)
  })

  it('is parsed in quoted-printable and base64, with encoded words', async () => {
    const quoted = mail('Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n', 'caf=C3=A9 =\nverder')
    expect((await one(quoted.replace('Subject: Hallo', 'Subject: =?iso-8859-1?Q?caf=E9?= =?utf-8?B?4pi6?='))).subject).toBe('café☺')
    expect((await one(quoted)).text).toBe('café verder')
    const lies = mail('Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n', 'caf=E9')
    expect((await one(lies)).text).toBe('café')
  })

  it('is converted from HTML to text, and runs nothing', async () => {
    const html = '<style>p{}</style><p>Dag&nbsp;<b>Bob</b></p><script>alert(1)</script><p>1 &lt; 2 &#8364; &euro;</p><!-- weg -->'
    expect((await one(mail('Content-Type: text/html; charset=utf-8\n', html))).text).toMatch(/^Dag\s+Bob\n+1 < 2 € €$/)
    expect(textOfHtml('<p>a<br>b')).toBe('a\nb'.replace(/^/, ''))
    expect(textOfHtml('<script>nooit af')).toBe('')
  })

  it.each([
    ['tags that never close', 'text/html', '<br '.repeat(60_000)],
    ['angle brackets', 'text/html', '<'.repeat(240_000)],
    ['spaces', 'text/plain', `${' '.repeat(240_000)}x`],
  ])('with megabytes of %s does not take hours', async (_kind, type, line) => {
    const body = Array.from({ length: 20 }, () => line).join('\n')
    expect(await one(mail(`Content-Type: ${type}\n`, body))).toMatchObject({ subject: 'Hallo' })
  })

  it('returns a row for broken boundaries and for nested messages', async () => {
    const broken = mail('Content-Type: multipart/mixed; boundary="nergens"\n', 'tekst zonder grens')
    expect(await one(broken)).toMatchObject({ subject: 'Hallo', from_address: 'ada@lovelace.example' })
    const unclosed = mail('Content-Type: multipart/alternative; boundary=y\n', '--y\nContent-Type: text/plain\n\nhalf')
    expect(await one(unclosed)).toMatchObject({ text: 'half' })
    const inner =
      'Content-Type: message/rfc822\nContent-Disposition: attachment; filename="oud.eml"\n\nSubject: Oud\nFrom: Bob <bob@example.com>\n\nbinnen'
    const nested = mail('Content-Type: multipart/mixed; boundary=z\n', `--z\nContent-Type: text/plain\n\nbuiten\n--z\n${inner}\n--z--`)
    expect(await one(nested)).toMatchObject({ subject: 'Hallo', attachments: 'oud.eml' })
    expect((await one(nested)).text).toContain('buiten')
  })

  it('returns its headers when nested too deeply', async () => {
    const depth = 600
    const open = Array.from({ length: depth }, (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\n\n--b${level}\n`).join('')
    expect(await one(`${FROM}Subject: Diep\nFrom: ada@lovelace.example\n${open}`)).toMatchObject({
      subject: 'Diep',
      from_address: 'ada@lovelace.example',
    })
  })

  it('is repaired only where it was decoded wrongly', () => {
    expect(repaired('cafÃ© â‚¬')).toBe('café €')
    for (const text of ['café', 'Ã', 'Prijs: €5 Ãé', '日本 Ã©']) expect(repaired(text)).toBe(text)
  })
})
