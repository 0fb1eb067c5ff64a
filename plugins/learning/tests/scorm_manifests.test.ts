import { describe, expect, it } from 'vitest'
import { sourceOf } from '../server/media/video_facts.js'
import { PackageError, filesOf, readPackaged } from '../server/scorm/package_files.js'
import { readPackage } from '../server/scorm/read_package.js'
import { streamedZipOf, zipOf } from './packages.js'

// Manifests as produced by authoring tools and by people who zip by hand.

interface Parts {
  prolog?: string
  metadata?: string
  namespaces?: string
  organizations?: string
  resources?: string
}
const V12 = 'xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"'
const V2004 = 'xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3"'
const manifest = ({
  prolog = '<?xml version="1.0" encoding="UTF-8"?>',
  metadata = '<metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>',
  namespaces = V12,
  organizations = '<organizations default="O"><organization identifier="O"><title>Sécurité</title><item identifier="I" identifierref="R"><title>Les 1</title></item></organization></organizations>',
  resources = '<resource identifier="R" type="webcontent" adlcp:scormtype="sco" href="index.html"/>',
}: Parts = {}) =>
  `${prolog}<manifest identifier="M" version="1" ${namespaces}>${metadata}${organizations}<resources>${resources}</resources></manifest>`

const read = async (files: Record<string, string | Buffer>) => readPackage(sourceOf(await zipOf(files)))
const withManifest = async (parts: Parts) => (await read({ 'imsmanifest.xml': manifest(parts), 'index.html': 'x' })).read
const codeOf = (files: Record<string, string | Buffer>) =>
  read(files).then(
    () => 'taken',
    (error: unknown) => (error instanceof PackageError ? error.code : String(error)),
  )

/** A zip as made by some Windows tools; yazl itself does not write backslashes. */
async function withBackslashes(files: Record<string, string>): Promise<Buffer> {
  return Buffer.from((await zipOf(files)).toString('latin1').replaceAll('pages|', 'pages\\'), 'latin1')
}

describe('the standard of a package', () => {
  it('is derived from its namespaces when the metadata does not say', async () => {
    expect(await withManifest({ metadata: '', namespaces: V2004 })).toMatchObject({ standard: '2004' })
    expect(await withManifest({ metadata: '<metadata/>', namespaces: V2004 })).toMatchObject({ standard: '2004' })
    expect(await withManifest({ metadata: '' })).toMatchObject({ standard: '1.2' })
    // Declared only on the element that needs it.
    const resources =
      '<resource xmlns:a="http://www.adlnet.org/xsd/adlcp_v1p3" identifier="R" type="webcontent" a:scormType="sco" href="index.html"/>'
    expect(await withManifest({ metadata: '', namespaces: '', resources })).toMatchObject({ standard: '2004' })
  })

  it('is taken from the metadata first', async () => {
    expect(await withManifest({ namespaces: V2004 })).toMatchObject({ standard: '1.2' })
    const metadata = '<metadata><schema>ADL SCORM</schema><schemaversion>2004 3rd Edition</schemaversion></metadata>'
    expect(await withManifest({ metadata })).toMatchObject({ standard: '2004' })
  })
})

describe('the encoding of a manifest', () => {
  const encoded = async (bytes: Buffer) => (await read({ 'imsmanifest.xml': bytes, 'index.html': 'x' })).read.title
  const declared = (name: string) => manifest({ prolog: `<?xml version="1.0" encoding="${name}"?>` })

  it('is the declared one', async () => {
    expect(await encoded(Buffer.from(declared('ISO-8859-1'), 'latin1'))).toBe('Sécurité')
    expect(await encoded(Buffer.from(declared('windows-1252'), 'latin1'))).toBe('Sécurité')
    expect(await encoded(Buffer.from(declared('UTF-8')))).toBe('Sécurité')
    expect(await encoded(Buffer.from(manifest({ prolog: '' })))).toBe('Sécurité')
  })

  it('is detected from its first bytes if possible', async () => {
    expect(await encoded(Buffer.from(`\uFEFF${declared('UTF-8')}`))).toBe('Sécurité')
    expect(await encoded(Buffer.from(`\uFEFF${declared('UTF-16')}`, 'utf16le'))).toBe('Sécurité')
    expect(await encoded(Buffer.from(`\uFEFF${declared('UTF-16')}`, 'utf16le').swap16())).toBe('Sécurité')
    expect(await encoded(Buffer.from(declared('UTF-16'), 'utf16le'))).toBe('Sécurité')
    // Saved again as UTF-8 by a tool that did not update the declaration.
    expect(await encoded(Buffer.from(declared('utf-16')))).toBe('Sécurité')
  })

  it('is refused when it is unknown, or the bytes do not match it', async () => {
    const refused = (bytes: Buffer) => codeOf({ 'imsmanifest.xml': bytes, 'index.html': 'x' })
    expect(await refused(Buffer.from(declared('klingon')))).toBe('manifest_invalid')
    expect(await refused(Buffer.from(declared('UTF-8'), 'latin1'))).toBe('manifest_invalid')
  })
})

describe('the files of a package', () => {
  it('are at the top or one folder deep, with the manifest’s name in any case', async () => {
    expect((await read({ 'IMSMANIFEST.XML': manifest(), 'index.html': 'x' })).read.items).toMatchObject([{ href: 'index.html' }])
    const inFolder = await read({ 'Cursus één/ImsManifest.xml': manifest(), 'Cursus één/index.html': 'x' })
    expect(inFolder.read.items).toMatchObject([{ href: 'Cursus één/index.html' }])
    expect(await codeOf({ 'a/b/imsmanifest.xml': manifest(), 'a/b/index.html': 'x' })).toBe('manifest_missing')
    // Two courses in one zip: it is unclear which one is meant.
    expect(await codeOf({ 'a/imsmanifest.xml': manifest(), 'b/imsmanifest.xml': manifest() })).toBe('manifest_missing')
  })

  it('are found with different case and with decomposed accents; an exact match is preferred', async () => {
    expect((await read({ 'imsmanifest.xml': manifest(), 'Index.HTML': 'x' })).read.items).toMatchObject([{ href: 'Index.HTML' }])
    const files = await filesOf(sourceOf(await zipOf({ 'A.js': '1', 'a.js': '22', 'e\u0301.png': '333' })))
    expect([files.get('a.js')?.size, files.get('A.js')?.size, files.get('a.JS')?.size, files.get('\u00e9.PNG')?.size]).toEqual([2, 1, 1, 3])
  })

  it('may have backslashes in their names, in the zip and in the manifest, and still cannot leave the folder', async () => {
    const resources = '<resource identifier="R" type="webcontent" adlcp:scormtype="sco" href="pages\\index.html"/>'
    const zip = await withBackslashes({ 'imsmanifest.xml': manifest({ resources }), 'pages|index.html': 'x' })
    expect((await readPackage(sourceOf(zip))).read.items).toMatchObject([{ href: 'pages/index.html' }])
    for (const name of ['..|x.js', 'a|..|..|x.js', '|x.js']) {
      const climbs = Buffer.from((await zipOf({ [name.replaceAll('|', '_')]: 'x' })).toString('latin1'), 'latin1')
      const written = Buffer.from(climbs.toString('latin1').replaceAll(name.replaceAll('|', '_'), name.replaceAll('|', '\\')), 'latin1')
      await expect(filesOf(sourceOf(written))).rejects.toMatchObject({ code: 'package_path' })
    }
  })
})

describe('a manifest without an organization', () => {
  const resources = `<resource identifier="R1" type="webcontent" adlcp:scormtype="sco" href="index.html"/>
    <resource identifier="R2" type="webcontent" adlcp:scormtype="asset" href="index.html"/>
    <resource identifier="R3" type="webcontent" adlcp:scormType="SCO" href="index.html?deel=2"/>`

  it('has one item for each SCO', async () => {
    for (const organizations of ['', '<organizations/>', '<organizations><organization identifier="O"/></organizations>']) {
      const { read: taken, notes } = await read({ 'imsmanifest.xml': manifest({ organizations, resources }), 'index.html': 'x' })
      expect(taken.items.map(({ id, title, href }) => [id, title, href])).toEqual([
        ['R1', 'R1', 'index.html'],
        ['R3', 'R3', 'index.html?deel=2'],
      ])
      expect(notes).toEqual([{ item: null, code: 'no_organization' }])
    }
  })

  it('gives a single SCO the name of its step, and is refused without one', async () => {
    const one = { organizations: '<organizations/>' }
    expect((await withManifest(one)).items).toMatchObject([{ id: 'R', title: '', reports: true }])
    expect(await codeOf({ 'imsmanifest.xml': manifest({ ...one, resources: '' }), 'index.html': 'x' })).toBe('nothing_to_do')
  })
})

describe('a package of another standard', () => {
  it('is refused with its own code', async () => {
    expect(await codeOf({ 'c.crs': '[Course]', 'c.des': '', 'c.au': '', 'c.cst': '' })).toBe('package_aicc')
    expect(await codeOf({ 'tincan.xml': '<tincan/>', 'index.html': 'x' })).toBe('package_xapi')
    expect(await codeOf({ 'cmi5.xml': '<courseStructure/>', 'index.html': 'x' })).toBe('package_cmi5')
    expect(await codeOf({ 'h5p.json': '{}', 'content/content.json': '{}' })).toBe('package_h5p')
    expect(await codeOf({ 'Map/TinCan.XML': '<tincan/>', 'Map/index.html': 'x' })).toBe('package_xapi')
    expect(await codeOf({ 'index.html': 'x' })).toBe('manifest_missing')
  })

  it('is imported when it is SCORM as well', async () => {
    expect(await codeOf({ 'tincan.xml': '<tincan/>', 'imsmanifest.xml': manifest(), 'index.html': 'x' })).toBe('taken')
  })
})

describe('a package whose pages frame each other', () => {
  const zipWith = async (page: string) => sourceOf(await zipOf({ 'imsmanifest.xml': manifest(), 'index.html': page, 'inner.html': 'x' }))
  const notesOf = async (page: string) => (await readPackage(await zipWith(page), false)).notes

  it('is imported without a note when packages have their own origin', async () => {
    expect((await readPackage(await zipWith('<iframe src="inner.html"></iframe>'), true)).notes).toEqual([])
    expect((await readPackage(await zipWith('<iframe src="inner.html"></iframe>'))).notes).toEqual([])
  })

  it('is imported with the note that a frame stays empty when they have none', async () => {
    const warning = [{ item: null, code: 'frames_stay_empty' }]
    expect(await notesOf('<iframe src="inner.html" width=400></iframe>')).toEqual(warning)
    expect(await notesOf('<FRAMESET><FRAME NAME="a" SRC=inner.html></FRAMESET>')).toEqual(warning)
    expect(await notesOf('<iframe id="content"></iframe>')).toEqual(warning)
    expect(await notesOf('<iframe src="https://video.example/1"></iframe>')).toEqual([])
    expect(await notesOf('<p>geen</p>')).toEqual([])
  })
})

describe('manifests as vendors write them', () => {
  const hrefs = async (parts: Parts, files: Record<string, string | Buffer>, root = '') =>
    (await read({ 'imsmanifest.xml': manifest(parts).replace(' version="1"', ` version="1" ${root}`), ...files })).read.items.map(
      ({ href }) => href,
    )
  const resource = (attributes: string) => ({
    resources: `<resource identifier="R" type="webcontent" adlcp:scormtype="sco" ${attributes}/>`,
  })

  it('may have a base on each level, with or without a slash at its end', async () => {
    const deep = { 'content/deel 1/index.html': 'x' }
    expect(await hrefs(resource('xml:base="deel%201/" href="index.html"'), deep, 'xml:base="content/"')).toEqual([
      'content/deel 1/index.html',
    ])
    expect(await hrefs(resource('xml:base="content/deel 1" href="index.html"'), deep)).toEqual(['content/deel 1/index.html'])
    expect(await hrefs(resource('xml:base="./content/deel 1/" href="./x/../index.html"'), deep)).toEqual(['content/deel 1/index.html'])
    expect(await hrefs(resource('href="/content/deel%201/index.html"'), deep)).toEqual(['content/deel 1/index.html'])
  })

  it('may have parameters at the item, at the file, or at both', async () => {
    const organizations = (parameters: string) =>
      `<organizations default="O"><organization identifier="O"><item identifier="I" identifierref="R" parameters="${parameters}"><title>1</title></item></organization></organizations>`
    const files = { 'index.html': 'x' }
    for (const [parameters, href, shown] of [
      ['?a=1&amp;b=2', 'index.html', 'index.html?a=1&b=2'],
      ['a=1', 'index.html', 'index.html?a=1'],
      ['?a=1', 'index.html?z=0', 'index.html?z=0&a=1'],
      ['&amp;a=1', 'index.html?z=0#top', 'index.html?z=0&a=1#top'],
      ['#deel2', 'index.html?z=0', 'index.html?z=0#deel2'],
    ])
      expect(await hrefs({ ...resource(`href="${href}"`), organizations: organizations(parameters!) }, files)).toEqual([shown])
  })

  it('may have prefixes before every name, and units inside units', async () => {
    const xml = `<?xml version="1.0"?><cp:manifest identifier="M" xmlns:cp="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:a="http://www.adlnet.org/xsd/adlcp_v1p3" xmlns:s="http://www.imsglobal.org/xsd/imsss">
      <cp:metadata><cp:schema>ADL SCORM</cp:schema><cp:schemaversion>2004 3rd Edition</cp:schemaversion></cp:metadata>
      <cp:organizations default="O"><cp:organization identifier="O"><cp:title>Cursus</cp:title>
        <cp:item identifier="I1" identifierref="R"><cp:title>Module</cp:title>
          <cp:item identifier="I2" identifierref="R"><cp:title>Les</cp:title><s:sequencing IDRef="q"/></cp:item></cp:item></cp:organization></cp:organizations>
      <cp:resources><cp:resource identifier="R" type="webcontent" a:scormType="sco" href="les%201.html"/></cp:resources>
      <s:sequencingCollection><s:sequencing ID="q"><s:objectives><s:primaryObjective satisfiedByMeasure="1"><s:minNormalizedMeasure>0.6</s:minNormalizedMeasure></s:primaryObjective></s:objectives></s:sequencing></s:sequencingCollection></cp:manifest>`
    const { read: taken } = await read({ 'imsmanifest.xml': xml, 'les 1.html': 'x' })
    expect(taken).toMatchObject({ standard: '2004', title: 'Cursus' })
    expect(taken.items.map(({ id, href, mastery }) => [id, href, mastery])).toEqual([['I1', 'les 1.html', null], ['I2', 'les 1.html', 0.6]]) // prettier-ignore
  })

  it('are found beside the files that a Mac adds', async () => {
    const files = { 'Cursus/imsmanifest.xml': manifest(), 'Cursus/index.html': 'x', '__MACOSX/._imsmanifest.xml': 'x', '__MACOSX/Cursus/._imsmanifest.xml': 'x', 'Cursus/.DS_Store': 'x' } // prettier-ignore
    expect((await read(files)).read.items).toMatchObject([{ href: 'Cursus/index.html' }])
  })

  it('find files whose names are UTF-8 without the mark for it, or of DOS', async () => {
    const href = resource('href="L%C3%A9s.html"')
    const files = { 'imsmanifest.xml': manifest(href), 'L__s.html': 'x' }
    // Names of the same length, so that the offsets stay.
    const unmarked = (zip: Buffer, from: string, to: string) => {
      // yazl marks every name as UTF-8, in the header of the file and in the list at the end.
      for (const [start, flags] of [
        [0x04034b50, 6],
        [0x02014b50, 8],
      ] as const)
        // prettier-ignore
        for (let at = 0; at + 10 < zip.length; at++) if (zip.readUInt32LE(at) === start) zip[at + flags + 1]! &= ~0x08
      return Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1')
    }
    const utf8 = unmarked(await zipOf(files), 'L__s', 'L\xc3\xa9s')
    expect((await readPackage(sourceOf(utf8))).read.items).toMatchObject([{ href: 'Lés.html' }])
    const dos = unmarked(await zipOf({ ...files, 'L_s.html': 'x' }), 'L_s', 'L\x82s')
    expect((await readPackage(sourceOf(dos))).read.items).toMatchObject([{ href: 'Lés.html' }])
  })

  it('are refused by name when they are of another standard, and a package inside a zip as well', async () => {
    const of = (schema: string, type: string) => ({ 'imsmanifest.xml': manifest({ metadata: `<metadata><schema>${schema}</schema><schemaversion>1.1.0</schemaversion></metadata>`, namespaces: 'xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"', resources: `<resource identifier="R" type="${type}" href="index.html"/>` }), 'index.html': 'x' }) // prettier-ignore
    expect(await codeOf(of('IMS Common Cartridge', 'imsdt_xmlv1p1'))).toBe('package_cartridge')
    expect(await codeOf(of('QTIv2.1 Package', 'imsqti_item_xmlv2p1'))).toBe('package_qti')
    expect(await codeOf({ 'Levering/cursus.zip': 'x', 'Levering/lees mij.txt': 'x' })).toBe('package_zipped')
  })
})

describe('zips as programs write them', () => {
  const PAGE = `<h1>${'Les '.repeat(500)}</h1>`

  it.each([
    ['zip64', true],
    ['data descriptors', false],
  ])('are read with %s', async (_, zip64) => {
    const zip = await streamedZipOf({ 'imsmanifest.xml': manifest(), 'index.html': PAGE }, zip64)
    // The mark of zip64's end of the directory, and the flag for sizes behind the file.
    expect([zip.includes('PK\x06\x06'), zip.readUInt16LE(6) & 8]).toEqual([zip64, 8])
    const source = sourceOf(zip)
    expect((await readPackage(source)).read).toMatchObject({ standard: '1.2' })
    const file = (await filesOf(source)).get('index.html')!
    expect((await readPackaged(source, file, 10_000)).toString()).toBe(PAGE)
  })

  it('are refused by name when zip64 states a size that would not fit', async () => {
    const zip = await streamedZipOf({ 'imsmanifest.xml': manifest(), 'index.html': PAGE }, true)
    // In the last entry of the directory, behind the field with the time: both sizes in eight bytes each.
    const extra = zip.lastIndexOf('PK\x01\x02') + 46 + 'index.html'.length + 9
    expect(zip.readUInt16LE(extra)).toBe(1)
    for (const size of [5n * 1024n ** 3n, 2n ** 60n]) {
      zip.writeBigUInt64LE(size, extra + 4)
      await expect(filesOf(sourceOf(zip))).rejects.toMatchObject({ code: 'package_too_large' })
    }
  })

  it('are refused by name when they are cut off or one of several parts', async () => {
    const zip = await streamedZipOf({ 'imsmanifest.xml': manifest(), 'index.html': PAGE }, true)
    for (const part of [zip.subarray(0, zip.length - 30), zip.subarray(0, zip.length / 2)])
      await expect(filesOf(sourceOf(part))).rejects.toMatchObject({ code: 'package_unreadable' })
    const split = await zipOf({ 'imsmanifest.xml': manifest() })
    split.writeUInt16LE(1, split.length - 18)
    await expect(filesOf(sourceOf(split))).rejects.toMatchObject({ code: 'package_unreadable' })
  })
})
