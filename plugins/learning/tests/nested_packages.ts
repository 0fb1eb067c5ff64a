import { zipOf } from './packages.js'

// Packages with the structure of vendors' examples and many exports: a page of frames, content in one of them, and in that a frame with a
// test, each searching for the API in the windows above it; and the same in a separate window.

interface Standard {
  /** Name of the API to search for in the windows above. */
  api: 'API' | 'API_1484_11'
  manifest: (entry: string) => string
  script: string
}

const STANDARDS: Record<'1.2' | '2004', Standard> = {
  '1.2': {
    api: 'API',
    manifest: (entry) => `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="golf" version="1" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
<metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
<organizations default="o"><organization identifier="o"><title>Golf</title>
<item identifier="i" identifierref="r"><title>Golfregels</title><adlcp:masteryscore>70</adlcp:masteryscore></item></organization></organizations>
<resources><resource identifier="r" type="webcontent" adlcp:scormtype="sco" href="${entry}"><file href="${entry}"/></resource></resources></manifest>`,
    script: `var names = { start: 'LMSInitialize', get: 'LMSGetValue', set: 'LMSSetValue', commit: 'LMSCommit', end: 'LMSFinish' }
var place = 'cmi.core.lesson_location'
function begin() { set('cmi.core.lesson_status', 'incomplete') }
function recordTest(score) {
  set('cmi.core.score.raw', String(score)); set('cmi.core.score.min', '0'); set('cmi.core.score.max', '100')
  set('cmi.core.lesson_status', score >= 70 ? 'passed' : 'failed'); call('commit', '')
}`,
  },
  '2004': {
    api: 'API_1484_11',
    manifest: (entry) => `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="golf" version="1" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" xmlns:imsss="http://www.imsglobal.org/xsd/imsss">
<metadata><schema>ADL SCORM</schema><schemaversion>2004 3rd Edition</schemaversion></metadata>
<organizations default="o"><organization identifier="o"><title>Golf</title>
<item identifier="i" identifierref="r"><title>Golfregels</title></item></organization></organizations>
<resources><resource identifier="r" type="webcontent" adlcp:scormType="sco" href="${entry}"><file href="${entry}"/></resource></resources></manifest>`,
    script: `var names = { start: 'Initialize', get: 'GetValue', set: 'SetValue', commit: 'Commit', end: 'Terminate' }
var place = 'cmi.location'
function begin() { set('cmi.completion_status', 'incomplete'); set('cmi.exit', 'suspend') }
function recordTest(score) {
  set('cmi.score.scaled', String(score / 100)); set('cmi.score.raw', String(score)); set('cmi.score.min', '0'); set('cmi.score.max', '100')
  set('cmi.success_status', score >= 70 ? 'passed' : 'failed'); set('cmi.completion_status', 'completed'); call('commit', '')
}`,
  },
}

const page = (body: string, head = '') =>
  `<!DOCTYPE html><html lang="nl"><head><meta charset="utf-8"><title>Golf</title>${head}</head><body>${body}</body></html>`

/** The search from the standard's own text: from the parent window upwards, then from the opener, never in the window itself. */
const finding = (api: string) => `function scan(win) { var tries = 0
  while (win.${api} == null && win.parent != null && win.parent != win) { if (++tries > 500) return null; win = win.parent }
  return win.${api} }
function findApi(win) { var api = null
  if (win.parent != null && win.parent != win) api = scan(win.parent)
  if (api == null && win.opener != null) api = scan(win.opener)
  return api }`

function golfFiles(standard: '1.2' | '2004'): Record<string, string> {
  const { api, script } = STANDARDS[standard]
  return {
    'shared/scorm.js': `${finding(api)}
${script}
var lms
function call(name) { var rest = Array.prototype.slice.call(arguments, 1); return lms[names[name]].apply(lms, rest) }
function set(name, value) { call('set', name, value) }`,
    'shared/start.html': `<!DOCTYPE html><html lang="nl"><head><meta charset="utf-8"><title>Golf</title><script src="scorm.js"></script><script>
var pages = ['../playing/one.html', '../playing/two.html', '../shared/test.html'], at = 0
function show(number) { at = number; window.frames.content.location.href = pages[at]; set(place, String(at)); call('commit', '') }
function next() { if (at < pages.length - 1) show(at + 1) }
function leave() { call('end', '') }
function ready() {
  lms = findApi(window)
  call('start', '')
  var left = call('get', place)
  if (!left) begin()
  show(left && confirm('Verder waar je was?') ? Number(left) : 0)
}
</script></head>
<frameset rows="60,*" onload="ready()"><frame name="menu" title="Menu" src="menu.html"><frame name="content" title="Inhoud" src="blank.html"></frameset></html>`,
    'shared/menu.html': page(`<button onclick="parent.next()">Verder</button> <button onclick="parent.leave()">Stop</button>`),
    'shared/blank.html': page(''),
    'playing/one.html': page('<h1>De afslag</h1>'),
    'playing/two.html': page('<h1>Het putten</h1>'),
    'shared/test.html': page('<h1>De proef</h1><iframe src="questions.html" title="Vragen" width="300" height="150"></iframe>'),
    'shared/questions.html': page(
      `<p id="found"></p><button onclick="parent.parent.recordTest(40)">Fout</button> <button onclick="parent.parent.recordTest(90)">Goed</button>
<script>${finding(api)}
document.getElementById('found').textContent = findApi(window) ? 'API gevonden' : 'geen API'</script>`,
    ),
  }
}

/** Nested frames, where `window.parent` has to be followed several times. */
export const golfPackage = (standard: '1.2' | '2004') =>
  zipOf({ 'imsmanifest.xml': STANDARDS[standard].manifest('shared/start.html'), ...golfFiles(standard) })

/** The same in a window opened by its first page. */
export const golfInWindow = (standard: '1.2' | '2004') =>
  zipOf({
    'imsmanifest.xml': STANDARDS[standard].manifest('shared/launch.html'),
    ...golfFiles(standard),
    'shared/launch.html': page(`<button onclick="window.open('start.html', 'golf', 'width=800,height=600')">Open de les</button>`),
  })

/** A package that tries forbidden actions and shows the results in its page. @param platform the platform's origin */
export const hostilePackage = (platform: string) =>
  zipOf({
    'imsmanifest.xml': STANDARDS['1.2'].manifest('index.html'),
    'worker.js': 'self.addEventListener("fetch", () => {})',
    'index.html': page(`<pre id="got"></pre><script>
var platform = ${JSON.stringify(platform)}, got = {}
function attempt(name, work) { try { return Promise.resolve(work()).then(function (it) { got[name] = it }, function () { got[name] = 'refused' }) }
  catch (e) { got[name] = 'refused'; return Promise.resolve() } }
function stored() { return new Promise(function (done, fail) {
  var asked = indexedDB.open('spy'); asked.onerror = fail; asked.onupgradeneeded = function () { got.fresh = true; asked.result.createObjectStore('s') }
  asked.onsuccess = function () { var database = asked.result
    database.transaction('s').objectStore('s').count().onsuccess = function (e) { var n = e.target.result
      database.transaction('s', 'readwrite').objectStore('s').put('mine', 'k').onsuccess = function () { database.close(); done(n) } } } }) }
var all = [
  attempt('cookies', function () { var before = document.cookie; document.cookie = 'spy=1; path=/; max-age=9999; SameSite=None; Secure'; return before }),
  attempt('local', function () { var before = localStorage.getItem('spy'); localStorage.setItem('spy', '1'); return before }),
  attempt('session', function () { var before = sessionStorage.getItem('spy'); sessionStorage.setItem('spy', '1'); return before }),
  attempt('database', stored),
  attempt('referrer', function () { return document.referrer.indexOf('scorm') < 0 ? 'none' : document.referrer }),
  attempt('here', function () { return fetch('/user/identify', { credentials: 'include' }).then(function (r) { return r.status }) }),
  attempt('there', function () { return fetch(platform + '/user/identify', { credentials: 'include', mode: 'no-cors' }).then(function () { return 'sent' }) }),
  attempt('page', function () { return window.top.document.title }),
  attempt('platformPage', function () { return window.parent.parent.document.title }),
  attempt('top', function () { window.top.location.href = location.href; return 'went' }),
  attempt('above', function () { window.parent.parent.location.href = location.href; return 'went' }),
  attempt('worker', function () { return navigator.serviceWorker.register('worker.js').then(function () { return 'started' }) })
]
Promise.all(all).then(function () { document.getElementById('got').textContent = JSON.stringify(got) })
</script>`),
  })
