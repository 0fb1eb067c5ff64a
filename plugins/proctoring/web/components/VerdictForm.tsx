import { useNavigate } from 'react-router'
import { api, queryClient } from '#web/api'
import { useT } from '#web/i18n'
import { check, Form, FormActions, RadioInput, Section, TextInput, useToast } from '#web/ui'
import { reviewsPath } from '../paths.js'

interface Values {
  verdict: '' | 'approve' | 'reject'
  explanation: string
}

/** Form to approve or reject an attempt with an explanation. @param isFirst a second examiner follows after a rejection */
export function VerdictForm({ attempt, isFirst }: { attempt: number; isFirst: boolean }) {
  const t = useT()
  const toast = useToast()
  const navigate = useNavigate()
  return (
    <Section title={t('proctoring.verdict.title')}>
      <Form<Values, unknown>
        part="proctoring"
        draftKey={`proctoring.verdict.${attempt}`}
        initialValues={{ verdict: '', explanation: '' }}
        validate={({ verdict, explanation }) => [
          check.when(verdict === '', 'verdict', 'required'),
          check.when(verdict === 'reject' && !explanation.trim(), 'explanation', 'explain'),
        ]}
        onSubmit={({ verdict, explanation }) =>
          api.proctoring.reviews.decide({ params: { attempt }, body: { verdict: verdict as 'approve' | 'reject', explanation } })
        }
        onSuccess={(_answer, { verdict }) => {
          toast.success(t(isFirst && verdict === 'reject' ? 'proctoring.verdict.done_first' : 'proctoring.verdict.done'))
          void queryClient.invalidateQueries({ queryKey: ['proctoring'] })
          void navigate(reviewsPath())
        }}
      >
        {({ values }) => (
          <>
            <RadioInput
              name="verdict"
              label={t('proctoring.verdict.label')}
              options={(['approve', 'reject'] as const).map((value) => ({ value, label: t(`proctoring.verdict.${value}`) }))}
              required
            />
            <TextInput
              name="explanation"
              label={t(values.verdict === 'reject' ? 'proctoring.verdict.explanation' : 'proctoring.verdict.explanation_optional')}
              {...(values.verdict === 'reject' && { help: t('proctoring.verdict.explanation_help') })}
              rows={4}
              required={values.verdict === 'reject'}
            />
            <FormActions submitLabel={t('proctoring.verdict.finish')} />
          </>
        )}
      </Form>
    </Section>
  )
}
