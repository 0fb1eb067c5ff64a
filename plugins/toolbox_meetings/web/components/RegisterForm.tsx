import { requestFile } from '#web/api'
import { useT } from '#web/i18n'
import { check, DayInput, downloadFile, Form, FormActions } from '#web/ui'

interface Period {
  from: string | null
  until: string | null
}

/** The year so far, by the browser's clock. */
function thisYear(): Period {
  const now = new Date()
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
  return { from: `${now.getFullYear()}-01-01`, until: day }
}

/** Asks for the auditor's period and downloads the register. */
export function RegisterForm({ onDone }: { onDone: () => void }) {
  const t = useT()
  return (
    <Form<Period, Awaited<ReturnType<typeof requestFile>>>
      part="toolbox_meetings"
      guard={false}
      initialValues={thisYear()}
      validate={(values) => [check.required(values, 'from'), check.required(values, 'until')]}
      onSubmit={({ from, until }) => requestFile('/api/toolbox_meetings/register', { from, until })}
      onSuccess={(answer) => {
        if ('file' in answer) downloadFile(answer.name, answer.file)
        onDone()
      }}
    >
      <DayInput name="from" label={t('toolbox_meetings.pdf.from')} required />
      <DayInput name="until" label={t('toolbox_meetings.pdf.until')} required />
      <FormActions submitLabel={t('toolbox_meetings.pdf.download')} onCancel={onDone} />
    </Form>
  )
}
