"""Sends a reminder of each appointment in appointments.csv: as a template on the messaging channel, else as an SMS.

Run: python3 remind.py, or python3 remind.py --sandbox to create a simulated sender first.
"""

import csv
import os
import sys
import time

from parley import NotFoundError, Parley, ParleyError

parley = Parley(os.environ.get("PARLEY_API_URL", "http://localhost:3000"), os.environ["PARLEY_API_KEY"])
TEMPLATE = "appointment_reminder"
FINAL = {"sent", "delivered", "read", "failed", "undelivered"}


def create_sandbox():
    """A sender with an approved template, and a number for SMS, which reach nobody."""
    sender = parley.sandbox.senders.create()["data"]
    parley.sandbox.templates.create(
        sender["id"], name=TEMPLATE, language="en", category="utility", status="approved",
        body_text="Hello {{1}}, your appointment is on {{2}}.", variables=["name", "time"],
    )
    parley.sandbox.phone_numbers.create(type="normal")


def find_template():
    """The first sender that is online and has the approved template; None without one."""
    for sender in parley.msgapp.senders.list(status="online")["data"]:
        for template in parley.msgapp.templates.list(sender["id"], status="approved")["data"]:
            if template["name"] == TEMPLATE:
                return {"sender_id": sender["id"], "template_id": template["id"]}
    return None


def send_template(template, row):
    """Sends the template and returns its delivery state once the carrier has reported it."""
    sent = parley.msgapp.send_template(
        **template, recipient_phone=row["phone"], recipient_name=row["name"],
        variables={"name": row["name"], "time": row["time"]},
        # A second run on the same day does not send again.
        idempotency_key=f"template-{row['id']}",
    )
    while (delivery := parley.msgapp.messages.get(sent["msgapp_message_id"])["data"])["state"] not in FINAL:
        time.sleep(0.5)
    return delivery["state"]


def send_sms(row):
    """Sends an SMS from the first number that can, and returns its delivery state."""
    numbers = [number for number in parley.phone_numbers.list()["data"] if number["sms_capable"]]
    if not numbers:
        raise SystemExit("The account has no number for SMS.")
    text = f"Hello {row['name']}, your appointment is on {row['time']}. Reply STOP to opt out."
    sent = parley.sms.send(
        phone_number_id=numbers[0]["id"], to=row["phone"], body=text, idempotency_key=f"sms-{row['id']}"
    )["data"]
    return sent["status"]


if "--sandbox" in sys.argv:
    create_sandbox()
template = find_template()
with open("appointments.csv", newline="") as file:
    for row in csv.DictReader(file):
        try:
            if template and row["channel"] == "chat":
                print(row["id"], "template", send_template(template, row))
            else:
                print(row["id"], "sms", send_sms(row))
        except ParleyError as error:
            # For example a wrong number, or a customer who opted out: the others still get their message.
            print(row["id"], "not sent:", error)
