import { useT } from '#web/i18n'
import { ActivityEditor } from './ActivityEditor.js'
import { BodyField } from './rich_text/BodyField.js'

/** /admin/training/richtext/wijzigen: a page of a course, beside what participants see of it. */
export default function EditRichTextPage() {
  const t = useT()
  return (
    <ActivityEditor type="richtext">
      {({ draft }) => <BodyField draft={draft} name="body" label={t('learning.editor.field.body')} />}
    </ActivityEditor>
  )
}
