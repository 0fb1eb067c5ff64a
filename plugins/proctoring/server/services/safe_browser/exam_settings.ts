import { createHash } from 'node:crypto'
import { build } from 'plist'
import { platformUrl } from '#core/kit/settings'
import type { QuizName } from '#plugins/learning/contract/recording'
import { type SebSettings, configKey } from './config_key.js'

/** The start address of Safe Exam Browser: a page that redirects to the person's own attempt. */
export const startPath = ({ courseId, activityKey }: QuizName): string => `/deelnemer/examen/${courseId}/${activityKey}`

/**
 * The settings of an exam's file. They depend only on the exam and this platform's address, so that its Config Key stays the same across
 * versions of the course.
 */
async function settingsFor(quiz: QuizName): Promise<SebSettings> {
  const startURL = await platformUrl(startPath(quiz))
  return {
    originatorVersion: 'SEB_Server_Platform',
    sebConfigPurpose: 0,
    startURL,
    sendBrowserExamKey: true,
    // The modern web view, which exposes the keys through its JavaScript interface.
    browserWindowWebView: 3,
    // Ties the Browser Exam Key to this exam; it is not a secret.
    examKeySalt: createHash('sha256').update(startURL).digest(),
    allowQuit: true,
    allowPreferencesWindow: false,
    allowVirtualMachine: false,
    allowScreenSharing: false,
    allowUserSwitching: false,
    allowDictation: false,
    allowSiri: false,
    allowSpellCheck: false,
    allowDownUploads: false,
    allowedDisplaysMaxNumber: 1,
    enablePrivateClipboard: true,
    enablePrintScreen: false,
    // Needed for the recording.
    allowVideoCapture: true,
    allowAudioCapture: true,
    browserMediaCaptureCamera: true,
    browserMediaCaptureMicrophone: true,
    browserMediaCaptureScreen: true,
    browserWindowAllowReload: true,
    showReloadButton: true,
    showTaskBar: true,
    showTime: true,
    URLFilterEnable: true,
    URLFilterEnableContentFilter: false,
    URLFilterRules: [{ action: 1, active: true, expression: `${new URL(startURL).host}/*`, regex: false }],
  }
}

/** The file that starts an exam in Safe Exam Browser: a property list as plain XML. It contains no personal data. */
export async function sebFile(quiz: QuizName): Promise<string> {
  return build((await settingsFor(quiz)) as Parameters<typeof build>[0])
}

const keys = new Map<string, string>()

/** The Config Key of an exam's file. It never changes while the process runs, so it is cached. */
export async function configKeyOf(quiz: QuizName): Promise<string> {
  const name = startPath(quiz)
  const known = keys.get(name)
  if (known) return known
  const key = configKey(await settingsFor(quiz))
  keys.set(name, key)
  return key
}
