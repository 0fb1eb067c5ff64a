import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

// SCORM packages built by hand, for tests and for viewing the demo.

export async function zipOf(files: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name, { mtime: new Date(2000, 0, 1) })
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/**
 * A package as a stream writes it: sizes only behind each file (a data descriptor) and in the directory.
 * @param zip64 with the fields for files over 4 GB, which some tools write always
 */
export async function streamedZipOf(files: Record<string, string>, zip64: boolean): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(files))
    zip.addReadStream(Readable.from([Buffer.from(content)]), name, { mtime: new Date(2000, 0, 1), forceZip64Format: zip64 })
  zip.end({ forceZip64Format: zip64, comment: '' })
  return buffer(zip.outputStream)
}

/** A page that searches for the API like packages do, with buttons for the reports that a test needs. */
const page = (script: string) => `<!DOCTYPE html><html lang="nl"><head><meta charset="utf-8"><title>Heftruck</title></head><body>
<h1>Heftruck</h1><p id="place"></p><p id="spy"></p>
<button onclick="bookmark()">Blad 2</button><button onclick="end(40)">Fout</button><button onclick="end(90)">Goed</button>
<script>
function findApi(name) { var w = window, n = 0; while (!w[name] && w.parent && w.parent !== w && n++ < 8) w = w.parent; return w[name] }
${script}
var seen = 'ziet niets', cookies = ''
try { seen = 'leest ' + window.top.document.title } catch (e) {}
try { cookies = document.cookie } catch (e) {}
document.getElementById('spy').textContent = seen + ', ' + (cookies || 'geen koekjes')
</script></body></html>`

export const manifest12 = ({ mastery = '80', extra = '', head = '' } = {}) => `<?xml version="1.0" encoding="UTF-8"?>${head}
<manifest identifier="m" version="1.0" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
<metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
<organizations default="o"><organization identifier="o"><title>Heftruck</title>
<item identifier="i1" identifierref="r1"><title>Rijden</title>${mastery && `<adlcp:masteryscore>${mastery}</adlcp:masteryscore>`}</item>${extra}
</organization></organizations>
<resources><resource identifier="r1" type="webcontent" adlcp:scormtype="sco" href="index.html"><file href="index.html"/></resource>
<resource identifier="r2" type="webcontent" adlcp:scormtype="sco" href="missing.html"/>
<resource identifier="r3" type="webcontent" adlcp:scormtype="sco" href="https://elsewhere.example/"/></resources></manifest>`

export const package12 = (options?: Parameters<typeof manifest12>[0]) =>
  zipOf({
    'imsmanifest.xml': manifest12(options),
    'index.html': page(`var api = findApi('API'); api.LMSInitialize('')
document.getElementById('place').textContent = 'plaats: ' + (api.LMSGetValue('cmi.core.lesson_location') || 'begin')
function bookmark() { api.LMSSetValue('cmi.core.lesson_location', 'blad 2'); api.LMSSetValue('cmi.suspend_data', 'twee'); api.LMSSetValue('cmi.core.lesson_status', 'incomplete'); api.LMSCommit('') }
function end(score) { api.LMSSetValue('cmi.core.score.raw', String(score)); api.LMSSetValue('cmi.core.score.min', '0'); api.LMSSetValue('cmi.core.score.max', '100'); api.LMSSetValue('cmi.core.lesson_status', score >= 80 ? 'passed' : 'failed'); api.LMSSetValue('cmi.core.session_time', '0000:00:03'); api.LMSFinish('') }`),
    'css/plain.css': 'body { font-family: sans-serif }',
  })

const manifest2004 = `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="m4" version="1" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" xmlns:imsss="http://www.imsglobal.org/xsd/imsss">
<metadata><schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion></metadata>
<organizations default="o"><organization identifier="o"><title>Hijsen</title>
<item identifier="h1" identifierref="r1"><title>Aanslaan</title><imsss:sequencing><imsss:objectives>
<imsss:primaryObjective objectiveID="p" satisfiedByMeasure="true"><imsss:minNormalizedMeasure>0.7</imsss:minNormalizedMeasure></imsss:primaryObjective></imsss:objectives></imsss:sequencing></item>
</organization></organizations>
<resources><resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="pages/start.html?lang=nl"><file href="pages/start.html"/></resource></resources></manifest>`

export const package2004 = () =>
  zipOf({
    'imsmanifest.xml': manifest2004,
    'pages/start.html': page(`var api = findApi('API_1484_11'); api.Initialize('')
document.getElementById('place').textContent = 'plaats: ' + (api.GetValue('cmi.location') || 'begin')
function bookmark() { api.SetValue('cmi.location', 'blad 2'); api.SetValue('cmi.suspend_data', 'twee'); api.SetValue('cmi.exit', 'suspend'); api.Commit('') }
function end(score) { api.SetValue('cmi.score.scaled', String(score / 100)); api.SetValue('cmi.completion_status', 'completed'); api.SetValue('cmi.success_status', score >= 70 ? 'passed' : 'failed'); api.SetValue('cmi.session_time', 'PT3S'); api.Terminate('') }`),
  })
