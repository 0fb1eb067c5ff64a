import { describe, expect, it } from 'vitest'
import { sourceOf } from '../server/media/video_facts.js'
import { PackageError, filesOf } from '../server/scorm/package_files.js'
import { readPackage } from '../server/scorm/read_package.js'
import { zipOf } from './packages.js'

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
