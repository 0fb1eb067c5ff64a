import { Box } from '@mui/material'
import { useT } from '#web/i18n'
import { CheckInput } from '#web/ui'
import { ActivityEditor } from './ActivityEditor.js'
import { BodyField } from './rich_text/BodyField.js'

/** /admin/training/richtext/wijzigen: a page of a course, next to a preview for participants. */
export default function EditRichTextPage() {
  const t = useT()
  return (
    <ActivityEditor type="richtext">
      {({ draft }) => (
        <>
          <BodyField draft={draft} name="body" label={t('learning.editor.field.body')} withVideo />
          <Box sx={{ mt: 4 }}>
            <CheckInput name="watchVideos" label={t('learning.editor.field.watchVideos')} help={t('learning.editor.watch_videos_help')} />
          </Box>
        </>
      )}
    </ActivityEditor>
  )
}
