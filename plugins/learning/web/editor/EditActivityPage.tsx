import { useT } from '#web/i18n'
import { RadioInput, Section, TextInput } from '#web/ui'
import { ActivityEditor } from './ActivityEditor.js'
import { BodyField } from './rich_text/BodyField.js'

const FINISHERS = ['supervisor', 'return_call'] as const

/** /admin/training/activiteit/wijzigen: an activity that people do elsewhere, and who confirms that it is done. */
export default function EditActivityPage() {
  const t = useT()
  return (
    <ActivityEditor type="external">
      {({ draft }) => (
        <>
          <Section>
            <TextInput
              name="external.url"
              type="url"
              label={t('learning.editor.field.url')}
              help={t('learning.editor.field.url_help')}
              required
              placeholder="https://"
            />
            <RadioInput
              name="external.finishedBy"
              label={t('learning.editor.field.finishedBy')}
              required
              options={FINISHERS.map((value) => ({ value, label: t(`learning.editor.finished_by.${value}`) }))}
            />
          </Section>
          <BodyField draft={draft} name="body" label={t('learning.editor.field.body')} />
        </>
      )}
    </ActivityEditor>
  )
}
