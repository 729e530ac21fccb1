"""The walk for Locust: take, then submit until the survey is complete."""
import json

from locust import task
from locust.contrib.fasthttp import FastHttpUser

HEADERS = {"api-key": "k", "accept": "application/json", "content-type": "application/json"}


class Walker(FastHttpUser):
    @task
    def walk(self):
        self.client.client.cookiejar.clear()
        page = self.client.get("/a/api/v2/surveys/1001/take", headers=HEADERS).json()
        while page["response"]["status"] == "success":
            body = {}
            for each in page["response"]["questions"]:
                question = json.loads(each["json"])
                prefix = question["formParam"]["paramPrefix"]
                answers = question["answers"]
                if prefix == "u_":
                    body[f"u_{question['id']}"] = str(answers[0]["id"])
                elif prefix == "m_":
                    body[f"m_{question['id']}"] = [str(answers[0]["id"])]
                else:
                    for at, answer in enumerate(answers):
                        value = at + 1 if prefix == "r_" else 100 if at == 0 else 0
                        body[f"{prefix}{answer['id']}"] = str(value)
            url = page["response"]["navigation"]["nextPageSubmitUrl"]
            page = self.client.post(url, data=json.dumps(body), headers=HEADERS).json()
