import type { Decorator, Preview } from '@storybook/react-vite'
import '../src/styles.css'

const surroundings: Decorator = (Story, { globals }) => (
  <div
    style={{
      colorScheme: globals['colorScheme'] === 'dark' ? 'dark' : 'light',
      background: 'Canvas',
      fontFamily: 'system-ui, sans-serif',
      color: 'CanvasText',
      padding: 16,
      maxInlineSize: globals['width'] === 'narrow' ? 360 : undefined,
      boxSizing: 'border-box',
    }}
    dir={globals['direction'] === 'rtl' ? 'rtl' : 'ltr'}
  >
    <Story />
  </div>
)

const preview: Preview = {
  decorators: [surroundings],
  parameters: {
    layout: 'fullscreen',
    a11y: { test: 'error' },
  },
  initialGlobals: { colorScheme: 'light', width: 'full', direction: 'ltr' },
  globalTypes: {
    colorScheme: {
      description: 'Colour scheme',
      toolbar: {
        icon: 'contrast',
        items: [
          { value: 'light', title: 'Light' },
          { value: 'dark', title: 'Dark' },
        ],
        dynamicTitle: true,
      },
    },
    width: {
      description: 'Width',
      toolbar: {
        icon: 'mobile',
        items: [
          { value: 'full', title: 'Full width' },
          { value: 'narrow', title: '360 px' },
        ],
        dynamicTitle: true,
      },
    },
    direction: {
      description: 'Writing direction',
      toolbar: {
        icon: 'transfer',
        items: [
          { value: 'ltr', title: 'Left to right' },
          { value: 'rtl', title: 'Right to left' },
        ],
        dynamicTitle: true,
      },
    },
  },
}

export default preview
