import type { Components, CSSObject, Theme } from '@mui/material/styles'
import type { ThemeParts } from './create.js'
import { onHover } from './hover.js'
import { MOTION, RADIUS, TOUCH_TARGET } from './tokens.js'

/** 44 px for touch; with a mouse it may be denser. */
const onTouch = (styles: CSSObject): CSSObject => ({ '@media (pointer: coarse)': styles })

/** Turns stock MUI into our look: borders before shadows, quiet surfaces, a focus ring that is always seen. */
export function themeComponents({ surfaces, primary, tones, borderWidth }: ThemeParts): Components<Omit<Theme, 'components'>> {
  const ring: CSSObject = { outline: `3px solid ${primary.text}`, outlineOffset: 2 }
  const hairline = `1px solid ${surfaces.divider}`
  const controlBorder = `${borderWidth}px solid ${surfaces.controlBorder}`
  return {
    MuiCssBaseline: {
      styleOverrides: {
        html: { WebkitTextSizeAdjust: '100%' },
        body: { textRendering: 'optimizeLegibility' },
        // Browsers give these elements their own font, which everything inside them would inherit.
        'button, input, select, textarea': { fontFamily: 'inherit', lineHeight: 'inherit' },
        ':focus-visible': ring,
        // The page's title takes the focus on navigation so that it is read out; it is not a control.
        'h1:focus': { outline: 'none' },
        '@media (prefers-reduced-motion: reduce)': {
          '*, *::before, *::after': {
            animationDuration: '0.01ms !important',
            animationIterationCount: '1 !important',
            transitionDuration: '0.01ms !important',
            scrollBehavior: 'auto !important',
          },
        },
      },
    },
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      styleOverrides: { root: { fontFamily: 'inherit', lineHeight: 'inherit', '&.Mui-focusVisible': ring } },
    },
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: {
        root: {
          minHeight: 40,
          padding: '8px 16px',
          fontWeight: 600,
          textTransform: 'none',
          lineHeight: '20px',
          transition: `background-color ${MOTION.shorter}ms, border-color ${MOTION.shorter}ms`,
          ...onTouch({ minHeight: TOUCH_TARGET }),
        },
        sizeSmall: { minHeight: 32, padding: '4px 12px', fontSize: '0.875rem', ...onTouch({ minHeight: TOUCH_TARGET }) },
        sizeLarge: { minHeight: 48, padding: '12px 24px', fontSize: '1rem' },
      },
      variants: [
        {
          props: { variant: 'contained', color: 'primary' },
          style: {
            backgroundColor: primary.fill,
            color: primary.onFill,
            border: `1px solid ${primary.edge}`,
            ...onHover({ backgroundColor: primary.fillHover }),
            '&.Mui-disabled': { borderColor: surfaces.divider },
          },
        },
        {
          props: { variant: 'outlined' },
          style: {
            border: controlBorder,
            color: surfaces.text,
            backgroundColor: surfaces.paper,
            ...onHover({ backgroundColor: surfaces.hover, borderColor: surfaces.text }),
          },
        },
        {
          props: { variant: 'outlined', color: 'error' },
          style: {
            color: tones.error.text,
            borderColor: tones.error.text,
            ...onHover({ backgroundColor: tones.error.soft, borderColor: tones.error.text }),
          },
        },
        { props: { variant: 'text', color: 'primary' }, style: onHover({ backgroundColor: primary.soft }) },
        { props: { variant: 'text', color: 'inherit' }, style: onHover({ backgroundColor: surfaces.hover }) },
      ],
    },
    MuiIconButton: {
      styleOverrides: {
        root: {
          borderRadius: RADIUS,
          ...onHover({ backgroundColor: surfaces.hover }),
          ...onTouch({ minWidth: TOUCH_TARGET, minHeight: TOUCH_TARGET }),
        },
      },
    },
    MuiPaper: {
      defaultProps: { elevation: 0 },
      styleOverrides: { root: { backgroundImage: 'none' }, outlined: { border: hairline } },
    },
    MuiAppBar: {
      defaultProps: { elevation: 0, color: 'inherit' },
      styleOverrides: { root: { backgroundColor: surfaces.paper, color: surfaces.text, borderBottom: hairline } },
    },
    MuiDialog: { styleOverrides: { paper: { border: hairline, borderRadius: 12, boxShadow: '0 16px 48px rgb(16 24 40 / 0.16)' } } },
    MuiDialogTitle: { styleOverrides: { root: { fontSize: '1.25rem', fontWeight: 650, lineHeight: '28px', padding: '24px 24px 8px' } } },
    // A form brings its own buttons: then nothing follows that would leave room under them.
    MuiDialogContent: { styleOverrides: { root: { padding: '8px 24px', '&:last-child': { paddingBottom: 24 } } } },
    MuiDialogActions: {
      styleOverrides: {
        root: {
          padding: '16px 24px 24px',
          gap: 8,
          '& > :not(style) ~ :not(style)': { marginLeft: 0 },
          // Like the buttons of a form: on a phone they are stacked, the main one first.
          '@media (max-width: 599.95px)': { flexDirection: 'column-reverse', alignItems: 'stretch' },
        },
      },
    },
    MuiDrawer: { styleOverrides: { paper: { border: 0 } } },
    MuiMenu: {
      styleOverrides: { paper: { border: hairline, boxShadow: '0 8px 24px rgb(16 24 40 / 0.12)', marginTop: 4 }, list: { padding: 4 } },
    },
    MuiMenuItem: {
      styleOverrides: {
        root: {
          minHeight: 40,
          borderRadius: 6,
          padding: '8px 12px',
          '&.Mui-focusVisible': { backgroundColor: surfaces.hover },
          ...onHover({ backgroundColor: surfaces.hover }),
          '&&.Mui-selected': { backgroundColor: primary.soft },
          ...onTouch({ minHeight: TOUCH_TARGET }),
        },
      },
    },
    MuiListItemIcon: { styleOverrides: { root: { minWidth: 36, color: 'inherit' } } },
    MuiListItemButton: { styleOverrides: { root: { borderRadius: RADIUS, ...onHover({ backgroundColor: surfaces.hover }) } } },
    MuiOutlinedInput: {
      styleOverrides: {
        root: {
          backgroundColor: surfaces.paper,
          '& .MuiOutlinedInput-notchedOutline': { borderColor: surfaces.controlBorder, borderWidth },
          // MUI shows a tap with a border that is hardly visible.
          '@media (hover: none)': { '&:hover .MuiOutlinedInput-notchedOutline': { borderColor: surfaces.controlBorder } },
          ...onHover({ '& .MuiOutlinedInput-notchedOutline': { borderColor: surfaces.text } }),
          '&.Mui-focused .MuiOutlinedInput-notchedOutline': { borderColor: primary.text, borderWidth: 2 },
          '&.Mui-error .MuiOutlinedInput-notchedOutline': { borderColor: tones.error.text },
        },
        input: {
          padding: '10px 12px',
          height: 24,
          // The field itself shows focus with its border; a second ring inside it would be noise.
          '&:focus-visible': { outline: 'none' },
          ...onTouch({ fontSize: '1rem' }),
          // The browser itself adapts the height to the text. MUI would measure it, which lays out the whole page twice for each field. Browsers
          // without this feature let the person resize the field.
          '&:is(textarea)': { height: 'auto', fieldSizing: 'content', '@supports not (field-sizing: content)': { resize: 'vertical' } },
        },
        multiline: { padding: 0 },
      },
    },
    MuiInputBase: {
      styleOverrides: {
        input: { '&:focus-visible': { outline: 'none' }, '&::placeholder': { color: surfaces.textSecondary, opacity: 1 } },
      },
    },
    MuiFormHelperText: { styleOverrides: { root: { marginLeft: 0, marginTop: 4, fontSize: '0.875rem', lineHeight: '20px' } } },
    MuiFormLabel: {
      styleOverrides: {
        root: {
          color: surfaces.text,
          fontWeight: 550,
          fontSize: '0.875rem',
          lineHeight: '20px',
          '&.Mui-focused': { color: surfaces.text },
        },
        asterisk: { color: tones.error.text },
      },
    },
    // A label inside its field is centred within 44 pixels, in inputs and in selects; on the border it is 12 pixels high, as wide as the gap.
    MuiInputLabel: {
      styleOverrides: {
        outlined: {
          transform: 'translate(12px, 12px) scale(1)',
          '&.MuiInputLabel-shrink': { transform: 'translate(12px, -9px) scale(0.857)' },
        },
      },
    },
    // MUI sizes a select by its text, so an empty one would be lower than the fields beside it.
    MuiSelect: { styleOverrides: { select: { minHeight: 24, lineHeight: '24px' } } },
    MuiAutocomplete: { styleOverrides: { inputRoot: { minHeight: 44 } } },
    MuiCheckbox: { styleOverrides: { root: { color: surfaces.controlBorder } } },
    MuiRadio: { styleOverrides: { root: { color: surfaces.controlBorder } } },
    MuiSwitch: {
      styleOverrides: {
        root: { width: 44, height: 24, padding: 0, margin: '8px 12px 8px 12px', overflow: 'visible' },
        switchBase: {
          padding: 3,
          color: surfaces.paper,
          '&.Mui-checked': {
            transform: 'translateX(20px)',
            color: surfaces.paper,
            '& + .MuiSwitch-track': { opacity: 1, backgroundColor: primary.text },
          },
          '&.Mui-focusVisible + .MuiSwitch-track': ring,
        },
        thumb: { width: 18, height: 18, boxShadow: 'none' },
        track: { borderRadius: 12, opacity: 1, backgroundColor: surfaces.controlBorder },
      },
    },
    MuiLink: {
      defaultProps: { underline: 'always' },
      styleOverrides: { root: { textUnderlineOffset: 3, textDecorationThickness: 1, borderRadius: 4 } },
    },
    MuiChip: { styleOverrides: { root: { borderRadius: 6, fontWeight: 550 } } },
    MuiTooltip: {
      defaultProps: { arrow: true },
      styleOverrides: {
        tooltip: { backgroundColor: surfaces.text, color: surfaces.paper, fontSize: '0.8125rem', padding: '6px 10px' },
        arrow: { color: surfaces.text },
      },
    },
    MuiLinearProgress: {
      styleOverrides: {
        root: { height: 8, borderRadius: 4, backgroundColor: surfaces.track },
        bar: { borderRadius: 4 },
      },
      variants: [
        {
          props: { color: 'primary' },
          style: { backgroundColor: surfaces.track, '& .MuiLinearProgress-bar': { backgroundColor: primary.edge } },
        },
      ],
    },
    MuiTab: { styleOverrides: { root: { textTransform: 'none', fontWeight: 600, minHeight: TOUCH_TARGET, padding: '8px 16px' } } },
    MuiTabs: {
      styleOverrides: {
        // A scroll button that cannot scroll takes no room, so that the first tab is aligned with the content above.
        root: { minHeight: TOUCH_TARGET, borderBottom: hairline, '& .MuiTabScrollButton-root.Mui-disabled': { display: 'none' } },
      },
    },
    MuiBottomNavigation: { styleOverrides: { root: { height: 64, backgroundColor: surfaces.paper } } },
    MuiBottomNavigationAction: {
      styleOverrides: {
        root: { color: surfaces.textSecondary, minWidth: 0, padding: '8px 4px', '&.Mui-selected': { color: primary.text } },
        label: { fontSize: '0.75rem', '&.Mui-selected': { fontSize: '0.75rem', fontWeight: 650 } },
      },
    },
    MuiSkeleton: { defaultProps: { animation: 'wave' }, styleOverrides: { root: { backgroundColor: surfaces.track } } },
    MuiAlert: {
      styleOverrides: {
        root: {
          borderRadius: RADIUS,
          border: '1px solid',
          alignItems: 'flex-start',
          '& .MuiAlert-action .MuiButton-root': { whiteSpace: 'nowrap' },
          // On a phone an action that does not fit beside the text goes below it, so that the text is not squeezed.
          '@media (max-width: 599.95px)': { flexWrap: 'wrap', '& .MuiAlert-message': { flex: '1 1 65%' } },
        },
      },
      variants: (['info', 'success', 'warning', 'error'] as const).map((severity) => ({
        props: { variant: 'standard' as const, severity },
        style: {
          backgroundColor: tones[severity].soft,
          borderColor: tones[severity].border,
          color: surfaces.text,
          '& .MuiAlert-icon': { color: tones[severity].text },
          '& a': { color: 'inherit' },
        },
      })),
    },
  }
}
