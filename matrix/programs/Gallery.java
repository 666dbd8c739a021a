// A window with one control of each kind, made with Swing. Its last line shows what was done to it.

import java.awt.BorderLayout;
import java.awt.GridLayout;
import java.util.stream.IntStream;
import javax.swing.*;
import javax.swing.event.DocumentEvent;
import javax.swing.event.DocumentListener;

public class Gallery {
    private static final JLabel SAID = new JLabel("ready");
    private static int presses = 0;

    public static void main(String[] args) {
        SwingUtilities.invokeLater(() -> show(args[0]));
    }

    private static void show(String home) {
        JFrame frame = new JFrame("Swing Gallery");
        frame.setDefaultCloseOperation(JFrame.EXIT_ON_CLOSE);
        frame.setJMenuBar(menus(frame, home));
        String[] items = IntStream.rangeClosed(1, 200).mapToObj(number -> "item " + number).toArray(String[]::new);
        frame.add(controls(), BorderLayout.NORTH);
        frame.add(new JScrollPane(new JList<>(items)), BorderLayout.CENTER);
        frame.add(SAID, BorderLayout.SOUTH);
        frame.setSize(560, 560);
        frame.setVisible(true);
    }

    private static JMenuBar menus(JFrame frame, String home) {
        JMenuItem mark = new JMenuItem("Mark");
        JMenuItem open = new JMenuItem("Open…");
        mark.addActionListener(event -> SAID.setText("marked"));
        open.addActionListener(event -> open(frame, home));
        open.setAccelerator(KeyStroke.getKeyStroke("control O"));
        JMenu file = new JMenu("File");
        file.add(mark);
        file.add(open);
        JMenuBar bar = new JMenuBar();
        bar.add(file);
        return bar;
    }

    private static JPanel controls() {
        JButton press = new JButton("Press");
        JTextField name = new JTextField();
        JComboBox<String> colour = new JComboBox<>(new String[] {"Red", "Green", "Blue"});
        JSlider volume = new JSlider(0, 100, 0);
        name.getAccessibleContext().setAccessibleName("Name");
        colour.getAccessibleContext().setAccessibleName("Colour");
        volume.getAccessibleContext().setAccessibleName("Volume");
        press.addActionListener(event -> SAID.setText("pressed " + ++presses));
        colour.addActionListener(event -> SAID.setText("chosen " + colour.getSelectedItem()));
        volume.addChangeListener(event -> SAID.setText("volume " + volume.getValue()));
        name.getDocument().addDocumentListener(new Typed(name));
        JPanel panel = new JPanel(new GridLayout(0, 1));
        for (JComponent part : new JComponent[] {press, new JCheckBox("Agree"), name, colour, volume}) {
            panel.add(part);
        }
        return panel;
    }

    private static void open(JFrame frame, String home) {
        JFileChooser chooser = new JFileChooser(home);
        if (chooser.showOpenDialog(frame) == JFileChooser.APPROVE_OPTION) {
            SAID.setText("opened " + chooser.getSelectedFile().getName());
        }
    }

    private record Typed(JTextField field) implements DocumentListener {
        public void insertUpdate(DocumentEvent event) {
            SAID.setText("typed " + field.getText());
        }

        public void removeUpdate(DocumentEvent event) {
            SAID.setText("typed " + field.getText());
        }

        public void changedUpdate(DocumentEvent event) {}
    }
}
