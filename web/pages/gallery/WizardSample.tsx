import { Typography } from '@mui/material'
import { check, TextInput, useToast, Wizard } from '#web/ui'

/** Three steps of a booking. */
export function WizardSample() {
  const toast = useToast()
  return (
    <Wizard
      id="gallery"
      initialValues={{ wish: '' }}
      finishLabel="Boeking bevestigen"
      onFinish={() => Promise.resolve(toast.success('Geboekt'))}
      onCancel={() => toast.info('Gestopt')}
      steps={[
        {
          key: 'wish',
          label: 'Wensen',
          validate: (values) => [check.required(values, 'wish')],
          render: () => <TextInput name="wish" label="Wens" required />,
        },
        { key: 'moment', label: 'Examenmoment', render: () => <Typography>Kies een moment.</Typography> },
        { key: 'confirm', label: 'Bevestigen', render: ({ values }) => <Typography>Je wens: {values.wish}</Typography> },
      ]}
    />
  )
}
