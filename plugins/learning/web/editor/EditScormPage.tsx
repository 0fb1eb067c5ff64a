import { Alert, Box, Typography } from '@mui/material'
import { useState } from 'react'
import type { Draft } from '#plugins/learning/server/transformers/editor_transformer'
import type { StoredUpload } from '#plugins/learning/server/editor/course_media'
import { toApiError, useErrorText } from '#web/api'
import { useT } from '#web/i18n'
import { FileDrop, Section, useFormState } from '#web/ui'
import { ActivityEditor } from './ActivityEditor.js'
import { BodyField } from './rich_text/BodyField.js'
import { uploadMedia } from './upload_media.js'

/** /admin/training/scorm/wijzigen: a package of a course, and the text before it. */
export default function EditScormPage() {
  const t = useT()
  return (
    <ActivityEditor type="scorm">
      {({ draft, activity }) => (
        <>
          <Section>
            <PackageInput draft={draft} name="package" activity={activity} />
          </Section>
          <Section title={t('learning.scorm.before')} text={t('learning.scorm.before_text')}>
            <BodyField draft={draft} name="body" label={t('learning.editor.field.body')} isOptional />
          </Section>
        </>
      )}
    </ActivityEditor>
  )
}

/** Uploads a package and shows what was accepted, and what was not and why. */
function PackageInput({ draft, name, activity }: { draft: Draft; name: string; activity: string }) {
  const t = useT()
  const { ofError, ofField } = useErrorText()
  const { valueOf, setValue, errorOf } = useFormState()
  const [kept, setKept] = useState<StoredUpload | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | undefined>()
  const path = valueOf(name) as string | null
  const known = kept ?? (path ? draft.media[path] : undefined)
  const title = valueOf('title') as Record<string, string> | undefined
  const take = async (file: File | null) => {
    if (!file) return
    setProblem(undefined)
    setBusy(true)
    try {
      const taken = await uploadMedia(draft.id, 'package', activity.slice(0, 60).replace(/-+$/, ''), file)
      setKept(taken)
      setValue(name, taken.path)
    } catch (thrown) {
      const error = toApiError(thrown)
      setProblem(error.isValidation ? ofField(error.fields[0]!, 'learning') : ofError(error, 'learning'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <FileDrop
        label={t('learning.editor.field.package')}
        value={null}
        onChange={(file) => void take(file)}
        accept=".zip"
        maxSize={50}
        error={problem ?? errorOf(name)}
      />
      {busy && (
        <Typography variant="body2" role="status">
          {t('learning.scorm.busy')}
        </Typography>
      )}
      {known?.kind === 'package' && (
        <Alert severity="info">
          <Typography sx={{ fontWeight: 600 }}>
            {t('learning.scorm.taken', {
              title: known.title || title?.[draft.course.languages[0]!] || '',
              standard: known.standard,
              count: known.items.length,
            })}
          </Typography>
          <Box component="ul" sx={{ m: 0, mt: 2, pl: 4 }}>
            {known.items.map((item) => (
              <li key={item.id}>
                {item.title || item.href}
                {item.mastery !== null && ` · ${t('learning.scorm.mastery', { percent: Math.round(item.mastery * 100) })}`}
              </li>
            ))}
            {(kept?.notes ?? []).map(({ item, code }, index) => (
              <li key={index}>
                {item && `${item}: `}
                {t(`learning.scorm.note.${code}`)}
              </li>
            ))}
          </Box>
        </Alert>
      )}
    </>
  )
}
