import { Box, Paper } from '@mui/material'
import { useT } from '#web/i18n'
import { check, Form, FormActions, TextInput } from '#web/ui'
import type { EntranceView } from '../../server/transformers/direct_access.js'
import { checkGiven, type Given } from '../calls.js'

interface GivenFormProps {
  token: string
  entrance: EntranceView
  onGiven: (given: Given) => void
}

/** The company's code, and the number of a pass or staff record. Checked by the server before the next step. */
export function GivenForm({ token, entrance, onGiven }: GivenFormProps) {
  const t = useT()
  const { kind, asks_number: asksNumber } = entrance
  return (
    <Paper variant="outlined" sx={{ p: { xs: 4, sm: 6 } }}>
      <Form<{ code: string; number: string }, unknown>
        part="direct_access"
        guard={false}
        initialValues={{ code: '', number: '' }}
        validate={(values) => [check.required(values, 'code'), asksNumber && check.required(values, 'number')]}
        onSubmit={async (values) => {
          const given = { ...values, course: null }
          await checkGiven(token, given)
          onGiven(given)
        }}
      >
        <Box sx={{ '& input': { fontSize: '1.25rem', letterSpacing: '0.12em', textTransform: 'uppercase' } }}>
          <TextInput
            name="code"
            label={t('direct_access.enter.code')}
            help={t('direct_access.enter.code_help')}
            autoComplete="off"
            maxLength={40}
            required
            autoFocus
          />
        </Box>
        {asksNumber && (
          <TextInput
            name="number"
            label={t(`direct_access.number.${kind}`)}
            help={t(`direct_access.number.${kind}_help`)}
            autoComplete="off"
            maxLength={40}
            required
          />
        )}
        <FormActions fullWidth submitLabel={t('core.actions.next')} />
      </Form>
    </Paper>
  )
}
